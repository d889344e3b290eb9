/** What people say of an endpoint, and whether they may. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptAddress } from '#app/commands/provider/accept-address';
import { type ProviderFields, readProviderFields } from '#app/commands/provider/provider-fields';
import { CUSTOM_PROVIDER_LIMITS } from '#domain/custom-provider';
import type { AddressReach } from '#ports/address-guard';

const GIVEN = { name: 'home', base_url: 'https://models.example/v1', model: 'llama3' } as const;

function read(given: Readonly<Record<string, string>>, before: ProviderFields | null = null) {
	return readProviderFields(new Map(Object.entries(given)), before);
}

function refusalOf(given: Readonly<Record<string, string>>): string {
	const fields = read({ ...GIVEN, ...given });
	return fields.ok ? 'taken' : fields.error.key;
}

function addressOf(baseUrl: string): string {
	const fields = read({ ...GIVEN, base_url: baseUrl });
	return fields.ok ? fields.value.baseUrl : fields.error.key;
}

describe('readProviderFields', () => {
	test('what is not said has a default', () => {
		expect(read(GIVEN)).toEqual({
			ok: true,
			value: {
				name: 'home',
				baseUrl: 'https://models.example/v1',
				model: 'llama3',
				windowTokens: CUSTOM_PROVIDER_LIMITS.windowTokensDefault,
				outputTokensMax: CUSTOM_PROVIDER_LIMITS.outputTokensDefault,
				capabilities: { seesImages: false, seesVideos: false, hasTools: false },
			},
		});
	});

	test('a change keeps what it does not name, and the name in any case', () => {
		const first = read({ ...GIVEN, window: '40000', output_limit: '2000', images: 'yes', tools: 'yes' });
		if (!first.ok) throw new Error(first.error.key);
		const changed = read({ name: 'other', videos: 'yes', images: 'no', model: ' qwen ' }, first.value);
		expect(changed).toEqual({
			ok: true,
			value: {
				...first.value,
				model: 'qwen',
				capabilities: { seesImages: false, seesVideos: true, hasTools: true },
			},
		});
	});

	test.each([
		['https://models.example/v1/', 'https://models.example/v1'],
		['https://models.example', 'https://models.example'],
		['  http://10.0.0.1:11434/v1//  ', 'http://10.0.0.1:11434/v1'],
		['https://models.example/v1/chat/completions', 'https://models.example/v1'],
		['https://models.example/api/v3/chat/completions/', 'https://models.example/api/v3'],
		['HTTPS://Models.Example/V1', 'https://models.example/V1'],
	])('the address %s is stored as %s', (given, stored) => {
		expect(addressOf(given)).toBe(stored);
	});

	test.each([
		'models.example',
		'ftp://models.example',
		'file:///etc/passwd',
		'https://name:secret@models.example',
		'https://models.example/v1?key=secret',
		'https://models.example/v1#part',
		'https://models.example/v1?',
		'https://models.example/#',
		`https://models.example/${'a'.repeat(CUSTOM_PROVIDER_LIMITS.baseUrlMax)}`,
		'',
	])('%s is no address', (given) => {
		expect(addressOf(given)).toBe('answer.provider-address-shape');
	});

	test('a stored address is read as itself again', () => {
		fc.assert(
			fc.property(fc.webUrl({ validSchemes: ['http', 'https'] }), (url) => {
				const once = addressOf(url);
				expect(addressOf(once)).toBe(once);
			}),
		);
	});

	test.each([
		[{ name: '' }, 'answer.provider-name-shape'],
		[{ name: 'two words' }, 'answer.provider-name-shape'],
		[{ name: 'ünïcode' }, 'answer.provider-name-shape'],
		[{ name: 'a:b' }, 'answer.provider-name-shape'],
		[{ name: 'a'.repeat(33) }, 'answer.provider-name-shape'],
		[{ name: 'A_b-9' }, 'taken'],
		[{ model: '   ' }, 'answer.provider-model-shape'],
		[{ model: 'm'.repeat(201) }, 'answer.provider-model-shape'],
		[{ window: '511' }, 'answer.provider-number'],
		[{ window: '512', output_limit: '16' }, 'taken'],
		[{ window: '2000001' }, 'answer.provider-number'],
		[{ window: '8k' }, 'answer.provider-number'],
		[{ window: '-8192' }, 'answer.provider-number'],
		[{ output_limit: '15' }, 'answer.provider-number'],
		[{ output_limit: '131073', window: '2000000' }, 'answer.provider-number'],
		[{ output_limit: '8192', window: '8192' }, 'answer.provider-output-window'],
		[{ output_limit: '8191', window: '8192' }, 'taken'],
	])('%j: %s', (given, expected) => {
		expect(refusalOf(given)).toBe(expected);
	});
});

describe('acceptAddress', () => {
	const OWNER = '900';
	const accepted = async (reach: AddressReach, userId: string) => {
		const address = { baseUrl: 'https://models.example', userId, signal: new AbortController().signal };
		const ports = {
			addressGuard: { reachOf: async () => reach, whereabouts: async () => ({ reach, addresses: [] }) },
			ownerIds: new Set([OWNER]),
		};
		const answer = await acceptAddress(address, ports);
		return answer.ok ? answer.value.mayBePrivate : answer.error.key;
	};

	test("a private address is the application owner's to name, and nobody else's", async () => {
		expect(await accepted('private', OWNER)).toBe(true);
		expect(await accepted('private', '1')).toBe('answer.provider-address-private');
	});

	test('a public address may not become a private one, whoever named it', async () => {
		expect(await accepted('public', OWNER)).toBe(false);
		expect(await accepted('public', '1')).toBe(false);
	});

	test('an address that leads nowhere is not stored', async () => {
		expect(await accepted('unknown', OWNER)).toBe('answer.provider-address-unknown');
	});
});
