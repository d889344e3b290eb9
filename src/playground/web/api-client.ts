/** Asks the page's server to act for a person. */
import type { PageAnswer, PageRequests, PageUpload } from '#playground/page-protocol';

/** Sends one request; an unreachable server is told as a refusal, like everything else that goes wrong. */
export async function ask<Kind extends keyof PageRequests>(kind: Kind, body: PageRequests[Kind]): Promise<PageAnswer> {
	try {
		const response = await fetch(`/api/${kind}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return (await response.json()) as PageAnswer;
	} catch {
		return { kind: 'refused', sentence: 'The playground does not answer any more. Is it still running?' };
	}
}

/** Reads a chosen file for sending. */
export function readUpload(file: File): Promise<PageUpload> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')));
		reader.addEventListener('load', () => {
			const dataUrl = String(reader.result);
			const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
			resolve({ name: file.name, contentType: file.type || 'application/octet-stream', base64 });
		});
		reader.readAsDataURL(file);
	});
}
