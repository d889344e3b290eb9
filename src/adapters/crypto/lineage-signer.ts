/** Signs the lineages of exported cards with an HMAC under the installation's secret (ruling P12). */
import { timingSafeEqual } from 'node:crypto';
import type { LineageId } from '#domain/ids';
import { assert } from '#lib/assert';
import { decodeBase64Url, encodeBase64Url } from '#lib/base64url';
import type { LineageSigner } from '#ports/lineage-signer';
import type { SecretBox } from './secret-box.ts';

const purpose = 'persona-lineage';

/** A signer over the secrets of a box. */
export function createLineageSigner(box: Pick<SecretBox, 'authenticate' | 'currentVersion'>): LineageSigner {
	return {
		sign(lineageId) {
			const mac = box.authenticate(String(lineageId), purpose, box.currentVersion);
			assert(mac, 'the current version of the secret is not there');
			return { id: lineageId, keyVersion: box.currentVersion, signature: encodeBase64Url(mac) };
		},
		lineageOf({ id, keyVersion, signature }) {
			const given = decodeBase64Url(signature);
			const mac = box.authenticate(String(id), purpose, keyVersion);
			if (!given || !mac || given.length !== mac.length) return null;
			return timingSafeEqual(given, mac) ? (id as LineageId) : null;
		},
	};
}
