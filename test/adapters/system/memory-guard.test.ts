/** How much media a prompt may show while memory is short. */
import { describe, expect, test } from 'vitest';
import { cgroupLimitBytes } from '#adapters/system/cgroup-limit';
import { MemoryGuard, type MemoryGuardOptions } from '#adapters/system/memory-guard';
import { ManualClock } from '../../support/manual-clock.ts';
import { recordingLog } from '../../support/store-log.ts';

const megabyte = 1_048_576;
const cooldownMs = 60_000;

interface Machine {
	rssMb: number;
	limitMb: number | null;
	collections: number;
}

function openGuard(change: Partial<MemoryGuardOptions> = {}, limitMb: number | null = 1_000) {
	const machine: Machine = { rssMb: 0, limitMb, collections: 0 };
	const clock = new ManualClock();
	const log = recordingLog();
	const guard = new MemoryGuard({
		mediaContextWindow: 10,
		limitMb: null,
		warningThreshold: 0.75,
		criticalThreshold: 0.85,
		emergencyCooldownMs: cooldownMs,
		clock,
		log,
		readers: {
			rssBytes: () => machine.rssMb * megabyte,
			limitBytes: () => (machine.limitMb === null ? null : machine.limitMb * megabyte),
			collectGarbage: () => {
				machine.collections += 1;
			},
		},
		...change,
	});
	return { guard, machine, clock, log };
}

describe('MemoryGuard', () => {
	test.each([
		[0, 10],
		[749, 10],
		[750, 5],
		[849, 5],
		[850, 0],
		[2_000, 0],
	])('with %i of 1000 MB in use, %i entries may show media', (rssMb, windowEntries) => {
		const { guard, machine } = openGuard();
		machine.rssMb = rssMb;
		expect(guard.getMediaWindow()).toBe(windowEntries);
	});

	test('a configured window below 5 is never made larger', () => {
		const { guard, machine } = openGuard({ mediaContextWindow: 2 });
		machine.rssMb = 800;
		expect(guard.getMediaWindow()).toBe(2);
	});

	test('a critical moment lasts for the cooldown, whatever becomes of memory, and asks for garbage once', () => {
		const { guard, machine, clock, log } = openGuard();
		machine.rssMb = 900;
		expect(guard.getMediaWindow()).toBe(0);
		machine.rssMb = 10;
		clock.advance(cooldownMs - 1);
		expect(guard.getMediaWindow()).toBe(0);
		expect([machine.collections, log.lines.length]).toEqual([1, 1]);
		clock.advance(1);
		expect(guard.getMediaWindow()).toBe(10);
		machine.rssMb = 900;
		expect([guard.getMediaWindow(), machine.collections]).toEqual([0, 2]);
	});

	test('without a cooldown every prompt asks anew', () => {
		const { guard, machine } = openGuard({ emergencyCooldownMs: 0 });
		machine.rssMb = 900;
		expect(guard.getMediaWindow()).toBe(0);
		machine.rssMb = 10;
		expect(guard.getMediaWindow()).toBe(10);
	});

	test('the configured limit stands in place of the container’s', () => {
		const { guard, machine } = openGuard({ limitMb: 100 }, 1_000);
		machine.rssMb = 90;
		expect(guard.getMediaWindow()).toBe(0);
	});

	test('without any limit memory is always enough', () => {
		const { guard, machine } = openGuard({}, null);
		machine.rssMb = 1_000_000;
		expect([guard.getMediaWindow(), machine.collections]).toEqual([10, 0]);
	});

	test('the machine itself can be asked', () => {
		const { clock, log } = openGuard();
		const options = { mediaContextWindow: 10, warningThreshold: 0.75, criticalThreshold: 0.85, clock, log };
		const tight = new MemoryGuard({ ...options, limitMb: 1, emergencyCooldownMs: cooldownMs });
		expect(tight.getMediaWindow()).toBe(0);
		const roomy = new MemoryGuard({ ...options, limitMb: 100_000_000, emergencyCooldownMs: cooldownMs });
		expect(roomy.getMediaWindow()).toBe(10);
	});
});

describe('cgroupLimitBytes', () => {
	const reading = (files: Readonly<Record<string, string>>) => cgroupLimitBytes((path) => files[path] ?? null);
	const root = '/sys/fs/cgroup';

	test.each<[string, Readonly<Record<string, string>>, number | null]>([
		['a container of version 2', { '/proc/self/cgroup': '0::/\n', [`${root}/memory.max`]: '1000\n' }, 1_000],
		[
			'a service of version 2, limited above',
			{
				'/proc/self/cgroup': '0::/system.slice/bot.service\n',
				[`${root}/system.slice/bot.service/memory.max`]: 'max\n',
				[`${root}/system.slice/memory.max`]: '2000\n',
			},
			2_000,
		],
		[
			'the smallest limit on the way up',
			{
				'/proc/self/cgroup': '0::/a/b\n',
				[`${root}/a/b/memory.max`]: '3000\n',
				[`${root}/a/memory.max`]: '1500\n',
			},
			1_500,
		],
		[
			'a container of version 1, whose group is not there by its outer name',
			{
				'/proc/self/cgroup': '5:cpu,cpuacct:/\n4:memory:/docker/abc\n',
				[`${root}/memory/memory.limit_in_bytes`]: '4096\n',
			},
			4_096,
		],
		[
			'no limit in version 1',
			{
				'/proc/self/cgroup': '4:memory:/\n',
				[`${root}/memory/memory.limit_in_bytes`]: '9223372036854771712\n',
			},
			null,
		],
		['no limit in version 2', { '/proc/self/cgroup': '0::/\n', [`${root}/memory.max`]: 'max\n' }, null],
		['nonsense', { '/proc/self/cgroup': 'x\n', [`${root}/memory.max`]: '-1\n' }, null],
		['another system', {}, null],
	])('reads %s', (_, files, limitBytes) => {
		expect(reading(files)).toBe(limitBytes);
	});
});
