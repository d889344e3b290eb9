/** The loopback Discord as a program of its own: prints where it listens as one JSON line; the port may be given. */
import { startDiscordServer } from './start-discord-server.ts';

const server = await startDiscordServer({ port: Number(process.argv[2] ?? 0) });
const guild = server.build.addGuild('Playground');
const channel = server.build.addChannel(guild, 'general');
const { apiUrl, cdnUrl, port, token } = server;
console.log(JSON.stringify({ apiUrl, cdnUrl, port, token, guildId: guild.id, channelId: channel.id }));
