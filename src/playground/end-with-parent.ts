/**
 * Loaded into the bot's process before the bot: ends the bot when the playground has gone, however it went. The
 * playground holds the other end of standard input, which closes with it.
 */

/** How long the bot may take to end in order, in milliseconds. */
const endLimitMs = 8_000;

process.stdin.on('error', () => undefined);
process.stdin.once('close', () => {
	process.kill(process.pid, 'SIGTERM');
	setTimeout(() => process.exit(1), endLimitMs).unref();
});
process.stdin.resume();
