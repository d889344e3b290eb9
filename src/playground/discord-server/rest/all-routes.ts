/** Every REST route of the stand-in; a route with literal parts stands before one with parameters in their place. */
import { channelRoutes } from './channel-routes.ts';
import { commandRoutes } from './command-routes.ts';
import { emojiRoutes } from './emoji-routes.ts';
import { guildRoutes } from './guild-routes.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { reactionPinRoutes } from './reaction-pin-routes.ts';
import type { Route } from './router.ts';
import { threadRoutes } from './thread-routes.ts';
import { userRoutes } from './user-routes.ts';
import { webhookMessageRoutes } from './webhook-message-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** The list, in the order in which routes are tried. */
export const allRoutes: readonly Route[] = [
	...reactionPinRoutes,
	...messageRoutes,
	...threadRoutes,
	...channelRoutes,
	...webhookRoutes,
	...webhookMessageRoutes,
	...interactionRoutes,
	...commandRoutes,
	...guildRoutes,
	...emojiRoutes,
	...userRoutes,
];
