/** Whole answers that go wrong, ready for `ReplyScript.response`. */

import type { ScriptedResponse } from './reply-scripts.ts';

const json = (status: number, body: unknown): ScriptedResponse => ({
	status,
	body: JSON.stringify(body),
	contentType: 'application/json',
});

/** What the proxy in front of the service sends when the service does not answer. */
export function htmlBadGateway(): ScriptedResponse {
	return {
		status: 502,
		body: '<!DOCTYPE html>\n<html><head><title>502: Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>',
		contentType: 'text/html; charset=UTF-8',
	};
}

/** What a proxy answers by itself, such as 403 for an address that it locks out and 429 for one that asks too often. */
export function htmlPage(status: number): ScriptedResponse {
	return {
		status,
		body: '<!doctype html><html><head><title>Access denied</title></head><body><h1>Error 1015</h1></body></html>',
		contentType: 'text/html; charset=UTF-8',
	};
}

/** A page with a success status: a proxy's waiting room. */
export function htmlWithSuccess(): ScriptedResponse {
	return {
		status: 200,
		body: '<!DOCTYPE html><html><body>Just a moment…</body></html>',
		contentType: 'text/html; charset=UTF-8',
	};
}

/** The service's own failure. */
export function serverError(): ScriptedResponse {
	return json(500, { statusCode: 500, message: 'Internal Server Error' });
}

/** Another generation of the account still runs. */
export function concurrentGeneration(): ScriptedResponse {
	return json(429, { statusCode: 429, message: 'Concurrent generation is locked' });
}

/** An error object in place of a reply, with a success status. */
export function jsonErrorWithSuccess(message: string, status: 200 | 201 = 200): ScriptedResponse {
	return json(status, { statusCode: 500, error: message });
}

/** Any refusal in the documented shape. */
export function refusal(status: number, message: string): ScriptedResponse {
	return json(status, { statusCode: status, message });
}
