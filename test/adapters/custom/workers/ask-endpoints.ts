/** Tries endpoints out, one after the other, in a process that believes the authority of the tests. */
import { dnsAddressGuard } from '#adapters/fetch/dns-address-guard';
import { systemClock } from '#adapters/system/system-clock';
import { credentialFor, guardOf, openCustomModel } from '../endpoint.ts';

/** One endpoint: where its name leads, or null for whoever may name private addresses and goes by the name. */
export interface AskedEndpoint {
	readonly baseUrl: string;
	readonly leadsTo: readonly string[] | null;
}

const asked = JSON.parse(process.argv[2] ?? '[]') as readonly AskedEndpoint[];
const ends: string[] = [];
for (const { baseUrl, leadsTo } of asked) {
	const addressGuard =
		leadsTo === null ? dnsAddressGuard() : guardOf(async () => ({ reach: 'public', addresses: leadsTo }));
	const model = openCustomModel({ clock: systemClock, addressGuard });
	const credential = credentialFor(baseUrl, { mayBePrivate: leadsTo === null });
	const checked = await model.checkCredential(credential, new AbortController().signal);
	ends.push(checked.ok ? 'ok' : checked.error.code);
}
process.stdout.write(JSON.stringify(ends));
process.exit(0);
