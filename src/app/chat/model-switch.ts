/** One text model in front of several providers'. */
import { type Credential, failingSide } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { GenerationEvent } from '#domain/generation';
import { err, type Result } from '#lib/result';
import type { TextModel } from '#ports/text-model';

/** What a credential with an endpoint of its own asks goes to `custom`, everything else to `novelai`. */
export function modelSwitch(novelai: TextModel, custom: TextModel): TextModel {
	const modelOf = ({ endpoint }: Credential): TextModel => (endpoint === undefined ? novelai : custom);
	return {
		readsNotes: (credential) => modelOf(credential).readsNotes(credential),
		needsPerson: (credential) => modelOf(credential).needsPerson(credential),
		async prepare(request, credential, signal) {
			return named(await modelOf(credential).prepare(request, credential, signal), credential);
		},
		stream: (prepared, credential, signal) =>
			namedEvents(modelOf(credential).stream(prepared, credential, signal), credential),
		async checkCredential(credential, signal) {
			return named(await modelOf(credential).checkCredential(credential, signal), credential);
		},
		async keyFacts(credential, signal) {
			return named(await modelOf(credential).keyFacts(credential, signal), credential);
		},
		models: () => [...novelai.models(), ...custom.models()],
	};
}

/** People are told which of their endpoints failed. */
function withName(failure: Failure, credential: Credential): Failure {
	return isProviders(failure) ? { ...failure, ...failingSide(credential) } : failure;
}

type ProviderFailure = Extract<Failure, { readonly provider?: string }>;

const PROVIDER_FAILURES: Readonly<Record<ProviderFailure['code'], true>> = {
	'key-rejected': true,
	'subscription-inactive': true,
	'provider-busy': true,
	'provider-overloaded': true,
	'provider-unreachable': true,
	'provider-timeout': true,
	'provider-paused': true,
	'provider-rejected': true,
	'provider-broken': true,
	'continuation-exhausted': true,
	'context-exceeded': true,
};

function isProviders(failure: Failure): failure is ProviderFailure {
	return Object.hasOwn(PROVIDER_FAILURES, failure.code);
}

function named<Value>(result: Result<Value, Failure>, credential: Credential): Result<Value, Failure> {
	return result.ok ? result : err(withName(result.error, credential));
}

async function* namedEvents(
	events: AsyncIterable<GenerationEvent>,
	credential: Credential,
): AsyncGenerator<GenerationEvent> {
	for await (const event of events) {
		yield event.type === 'generation-failure' ? { ...event, failure: withName(event.failure, credential) } : event;
	}
}
