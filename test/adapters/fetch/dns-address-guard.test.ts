/** Which addresses belong to the open internet. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dnsAddressGuard, isPublicAddress } from '#adapters/fetch/dns-address-guard';

const never = new AbortController().signal;

describe('isPublicAddress', () => {
	test.each([
		'127.0.0.1',
		'127.255.255.254',
		'0.0.0.0',
		'10.1.2.3',
		'100.64.0.1',
		'169.254.169.254',
		'172.16.0.1',
		'172.31.255.255',
		'192.168.1.10',
		'198.18.0.1',
		'224.0.0.1',
		'255.255.255.255',
		'::',
		'::1',
		'::ffff:127.0.0.1',
		'::ffff:8.8.8.8',
		'64:ff9b::7f00:1',
		'fc00::1',
		'fd12:3456::1',
		'fe80::1',
		'fec0::1',
		'ff02::1',
		'2001:db8::1',
		'2002:7f00:1::',
		'not an address',
		'',
	])('%s is private', (address) => {
		expect(isPublicAddress(address)).toBe(false);
	});

	test.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00:1450::8a'])(
		'%s is public',
		(address) => {
			expect(isPublicAddress(address)).toBe(true);
		},
	);

	test('an IPv4 address wrapped in IPv6 is never taken for a public one', () => {
		fc.assert(
			fc.property(fc.ipV4(), (address) => {
				expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
			}),
		);
	});
});

describe('dnsAddressGuard', () => {
	const guard = (addresses: readonly string[]) => dnsAddressGuard(() => Promise.resolve(addresses));
	const unasked = dnsAddressGuard(() => Promise.reject(new Error('an address needs no name service')));

	test('one private address among several makes a name private', async () => {
		expect(await guard(['8.8.8.8']).reachOf('https://models.example/v1', never)).toBe('public');
		expect(await guard(['8.8.8.8', '10.0.0.1']).reachOf('https://models.example/v1', never)).toBe('private');
	});

	test('a name that leads nowhere is unknown, and so is what is no web address', async () => {
		const failing = dnsAddressGuard(() => Promise.reject(new Error('ENOTFOUND')));
		expect(await failing.reachOf('https://models.example', never)).toBe('unknown');
		expect(await guard([]).reachOf('https://models.example', never)).toBe('unknown');
		expect(await guard(['8.8.8.8']).reachOf('ftp://models.example', never)).toBe('unknown');
		expect(await guard(['8.8.8.8']).reachOf('models', never)).toBe('unknown');
	});

	test.each([
		'http://127.0.0.1:1',
		'http://2130706433/v1',
		'http://0x7f.1',
		'http://[::1]:8080',
		'http://[::ffff:7f00:1]',
	])('%s is private however it is written', async (url) => {
		expect(await unasked.reachOf(url, never)).toBe('private');
	});

	test('whoever no longer waits gets no answer, however long the name service takes', async () => {
		const asked = new AbortController();
		const silent = dnsAddressGuard(() => new Promise(() => undefined));
		const reach = silent.reachOf('https://models.example', asked.signal);
		asked.abort();
		expect(await reach).toBe('unknown');
		expect(await silent.reachOf('https://models.example', asked.signal)).toBe('unknown');
	});

	test('the name service of the machine knows this machine', async () => {
		expect(await dnsAddressGuard().reachOf('http://localhost:11434/v1', never)).toBe('private');
	});
});
