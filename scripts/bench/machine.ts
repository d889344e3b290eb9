/** Names the machine that figures were measured on. */
import { cpus, hostname, loadavg, totalmem, type } from 'node:os';

const bytesPerGigabyte = 1_000_000_000;

/** One line: host, processor, cores, memory, system, Bun, and how busy the machine is at this moment. */
export function machineLine(): string {
	const processors = cpus();
	const model = processors[0]?.model.trim() ?? 'unknown processor';
	const memory = (totalmem() / bytesPerGigabyte).toFixed(1);
	const load = loadavg()[0]?.toFixed(1) ?? '?';
	return `${hostname()}: ${model}, ${processors.length} cores, ${memory} GB, ${type()}, Bun ${Bun.version}, load ${load}`;
}
