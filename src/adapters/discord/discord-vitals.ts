/** How the connection to Discord does, for whoever watches over the program. */
import type { Client } from 'discord.js';
import type { Clock } from '#ports/clock';
import type { GatewayHealth, RestHealth } from '#ports/health';
import { watchGateway } from './gateway-health.ts';
import { RequestBrake, type RequestBrakeOptions } from './request-brake.ts';

/** One for all clients of a process; a client that could not log in is followed by another. */
export class DiscordVitals {
	readonly brake: RequestBrake;
	readonly #clock: Clock;
	#gateway: (() => GatewayHealth) | null = null;

	constructor(options: RequestBrakeOptions) {
		this.#clock = options.clock;
		this.brake = new RequestBrake(options);
	}

	/** Watches this client from now on. */
	watch(client: Client): void {
		this.#gateway = watchGateway(client, this.#clock);
	}

	/** Null before the first login is tried. */
	gateway(): GatewayHealth | null {
		return this.#gateway?.() ?? null;
	}

	rest(): RestHealth {
		return this.brake.health();
	}
}
