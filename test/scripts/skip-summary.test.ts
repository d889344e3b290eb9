/** The closing lines of a run say in one line what the skipped tests wait for. */
import { describe, expect, test } from 'vitest';
import { skipReason, skipSummary } from '../support/skip-reason.ts';

describe('the summary of skipped tests', () => {
	test('counts each reason, the largest first', () => {
		expect(skipSummary(['GLM', 'a server', 'GLM', null])).toBe(
			'4 skipped: 2 need GLM, 1 needs a server, 1 not meant for this machine or run',
		);
	});

	test('takes the reason from the name before that from the file', () => {
		const fileText = "const { socketDir } = inject('store')";
		expect(skipReason({ name: 'rows outlive a restart', fileText })).toBe('a Postgres server');
		expect(skipReason({ name: 'anything else', fileText: '' })).toBeNull();
	});
});
