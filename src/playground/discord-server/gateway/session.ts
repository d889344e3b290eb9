/** One gateway session: its sequence, what it may be sent again after a resume, and the socket it has now. */
import type { ServerWebSocket } from 'bun';
import type { Shard } from './shard.ts';

/** What each socket of the gateway carries. */
export interface SocketData {
	session: Session | null;
}

/** A socket of the gateway. */
export type GatewaySocket = ServerWebSocket<SocketData>;

/** A numbered event as it was sent. */
interface SentEvent {
	readonly sequence: number;
	readonly text: string;
}

/** How many events a session keeps for a resume. */
const replayMax = 5_000;

/** A session outlives its sockets until it is invalidated. */
export class Session {
	readonly id: string;
	readonly intents: number;
	readonly shard: Shard;
	socket: GatewaySocket | null;
	/** Once true, a resume is refused. */
	invalidated = false;
	#sequence = 0;
	readonly #sent: SentEvent[] = [];

	constructor(
		id: string,
		{ intents, shard }: { readonly intents: number; readonly shard: Shard },
		socket: GatewaySocket,
	) {
		this.id = id;
		this.intents = intents;
		this.shard = shard;
		this.socket = socket;
	}

	/** The number of the newest event. */
	get sequence(): number {
		return this.#sequence;
	}

	/** Numbers an event, keeps it, and sends it when a socket is there. */
	send(t: string, d: unknown): void {
		this.#sequence += 1;
		const text = JSON.stringify({ op: 0, t, s: this.#sequence, d });
		this.#sent.push({ sequence: this.#sequence, text });
		if (this.#sent.length > replayMax) this.#sent.shift();
		this.socket?.send(text);
	}

	/** Sends everything after `sequence` again over the socket; false when some of it is gone. */
	replay(sequence: number, socket: GatewaySocket): boolean {
		const oldest = this.#sent[0]?.sequence ?? this.#sequence + 1;
		if (sequence > this.#sequence || sequence + 1 < oldest) return false;
		this.socket = socket;
		for (const event of this.#sent) if (event.sequence > sequence) socket.send(event.text);
		return true;
	}
}
