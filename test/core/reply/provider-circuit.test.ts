import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failuresMax, firstPauseMs, ProviderCircuit, pauseMaxMs } from '#core/reply/provider-circuit';

/** Opened by failures at time 0. */
function openedCircuit(): ProviderCircuit {
	const circuit = new ProviderCircuit();
	for (let count = 0; count < failuresMax; count += 1) {
		expect(circuit.admit(0)).toEqual({ kind: 'granted', isProbe: false });
		circuit.noteFailure(0, false);
	}
	return circuit;
}

describe('a provider that fails', () => {
	test('is left alone after three failures in a row, and tried by one generation after the pause', () => {
		const circuit = openedCircuit();
		expect(circuit.state(0)).toBe('open');
		expect(circuit.admit(1_000)).toEqual({ kind: 'refused', waitMs: firstPauseMs - 1_000 });
		expect(circuit.admit(firstPauseMs)).toEqual({ kind: 'granted', isProbe: true });
		expect(circuit.state(firstPauseMs)).toBe('probing');
		expect(circuit.admit(firstPauseMs).kind).toBe('refused');
		circuit.noteAnswer();
		expect(circuit.admit(firstPauseMs)).toEqual({ kind: 'granted', isProbe: false });
	});

	test('is left alone twice as long each time it fails again, up to a limit', () => {
		const circuit = openedCircuit();
		let nowMs = 0;
		const pausesMs: number[] = [];
		for (let round = 0; round < 6; round += 1) {
			const refused = circuit.admit(nowMs);
			const waitMs = refused.kind === 'refused' ? refused.waitMs : 0;
			pausesMs.push(waitMs);
			nowMs += waitMs;
			expect(circuit.admit(nowMs)).toEqual({ kind: 'granted', isProbe: true });
			circuit.noteFailure(nowMs, true);
		}
		expect(pausesMs).toEqual([30_000, 60_000, 120_000, 240_000, pauseMaxMs, pauseMaxMs]);
	});

	test('a probe that is given up leaves the next one to try', () => {
		const circuit = openedCircuit();
		expect(circuit.admit(firstPauseMs).kind).toBe('granted');
		circuit.noteAbandoned(true);
		expect(circuit.admit(firstPauseMs)).toEqual({ kind: 'granted', isProbe: true });
	});

	test('an answer between failures begins the count anew', () => {
		const circuit = new ProviderCircuit();
		for (let count = 0; count < 10; count += 1) {
			for (let failure = 1; failure < failuresMax; failure += 1) circuit.noteFailure(0, false);
			circuit.noteAnswer();
		}
		expect(circuit.state(0)).toBe('closed');
	});

	test('whatever happens, it is never refused for longer than the limit, and one probe runs at most', () => {
		const step = fc.oneof(
			fc.record({ kind: fc.constant('ask' as const), afterMs: fc.nat(400_000) }),
			fc.record({
				kind: fc.constantFrom('answer' as const, 'fail' as const, 'abandon' as const),
				afterMs: fc.nat(50_000),
			}),
		);
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
				const circuit = new ProviderCircuit();
				const running: boolean[] = [];
				let nowMs = 0;
				for (const { kind, afterMs } of steps) {
					nowMs += afterMs;
					if (kind === 'ask') {
						const leave = circuit.admit(nowMs);
						if (leave.kind === 'granted') running.push(leave.isProbe);
						else expect(leave.waitMs).toBeGreaterThan(0);
						if (leave.kind === 'refused') expect(leave.waitMs).toBeLessThanOrEqual(pauseMaxMs);
					} else {
						const isProbe = running.shift();
						if (isProbe === undefined) continue;
						if (kind === 'answer') circuit.noteAnswer();
						else if (kind === 'fail') circuit.noteFailure(nowMs, isProbe);
						else circuit.noteAbandoned(isProbe);
					}
				}
				for (const isProbe of running) circuit.noteAbandoned(isProbe);
				expect(circuit.admit(nowMs + pauseMaxMs).kind).toBe('granted');
			}),
		);
	});
});
