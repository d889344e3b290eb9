/** Refusals in the service's shapes. */

/** `flat` is the documented `{statusCode, message}`; `nested` the `{error: {message}}` that was seen on the completion route. */
export type ErrorShape = 'flat' | 'nested';

/** A refusal as JSON. */
export function errorResponse(status: number, message: string, shape: ErrorShape = 'flat'): Response {
	const body = shape === 'flat' ? { statusCode: status, message } : { error: { message } };
	return Response.json(body, { status });
}

/** An error that arrives with a success status, as the native route does for some inputs. */
export function errorWithSuccess(status: 200 | 201, message: string): Response {
	return Response.json({ error: message }, { status });
}
