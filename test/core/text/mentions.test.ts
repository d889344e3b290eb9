/** Mentions become names, and names become mentions again. */
import { describe, expect, test } from 'vitest';
import { channelIdsIn, convertMentions, restoreMentions } from '#core/text/mentions';

const names = {
	users: new Map([
		['1', 'Ellen'],
		['2', 'Bo'],
		['3', 'Bo Jackson'],
		['4', 'Sam'],
		['5', 'sam'],
		['6', 'あゆ'],
	]),
	roles: new Map([['7', 'Moderators']]),
	channels: new Map([['8', 'general']]),
};

describe('convertMentions', () => {
	test.each([
		['S026 a known user', '<@1> hi', 'Ellen hi'],
		['S026 a known user in the old form', '<@!1> hi', 'Ellen hi'],
		['S026 an unknown user', '<@123> hi', '<@123> hi'],
		['S026 a known channel', 'see <#8>', 'see #general'],
		['S026 an unknown channel', 'see <#9>', 'see <#9>'],
		['S026 a custom emoji', '<:e:1> <a:wave:123456789012345678>', ':e: :wave:'],
		['a known role', '<@&7> come', '@Moderators come'],
		['an unknown role', '<@&9> come', '<@&9> come'],
		['a link to a known channel', 'see https://discord.com/channels/30/8', 'see #general'],
		['a link to a message in a known channel', '(https://discord.com/channels/30/8/99) x', '(#general) x'],
		['a link to an unknown channel', 'https://discord.com/channels/30/9', 'https://discord.com/channels/30/9'],
		['a link elsewhere', 'https://x.example/channels/30/8', 'https://x.example/channels/30/8'],
		['everything at once', '<@1><@2><#8><@&7>', 'EllenBo#general@Moderators'],
		['text without any', 'a < b and c > d', 'a < b and c > d'],
	])('%s', (_name, text, expected) => {
		expect(convertMentions(text, names)).toBe(expected);
	});

	test('a name with a dollar sign is put in as it is', () => {
		expect(convertMentions('<@1>', { ...names, users: new Map([['1', '$& $1']]) })).toBe('$& $1');
	});
});

test('the channels of a text are those it mentions and those it links to, each once', () => {
	const text = 'see <#8> or https://discord.com/channels/30/9/99, https://discord.com/channels/@me/7 and <#8>';
	expect(channelIdsIn(text)).toEqual(['8', '7']);
	expect(channelIdsIn('no channel, <@8>')).toEqual([]);
});

describe('restoreMentions', () => {
	test.each([
		['S026 a known name', 'hi @Ellen!', 'hi <@1>!'],
		['case does not matter', 'hi @ELLEN', 'hi <@1>'],
		['the longest name wins', '@Bo Jackson and @Bo', '<@3> and <@2>'],
		['a longer word is another name', '@Ellens', '@Ellens'],
		['an address is no mention', 'x@Ellen', 'x@Ellen'],
		['two people of one name', '@Sam', '@Sam'],
		['an unknown name', '@everyone @Nobody', '@everyone @Nobody'],
		['inside code', '`@Ellen` ```\n@Ellen``` @Ellen', '`@Ellen` ```\n@Ellen``` <@1>'],
		['a name without an at sign', 'Ellen', 'Ellen'],
		['other scripts', '@あゆ', '<@6>'],
	])('%s', (_name, text, expected) => {
		expect(restoreMentions(text, names.users)).toBe(expected);
	});

	test('nobody known', () => {
		expect(restoreMentions('@Ellen', new Map())).toBe('@Ellen');
		expect(restoreMentions('@ x', new Map([['1', '']]))).toBe('@ x');
	});

	test('a name with special characters is taken literally', () => {
		expect(restoreMentions('@A.(b)* x', new Map([['1', 'A.(b)*']]))).toBe('<@1> x');
	});

	test('a name in braces becomes a mention too', () => {
		const users = new Map([['1', 'Bo Diddley']]);
		expect(restoreMentions('hey @{Bo Diddley}s', users)).toBe('hey <@1>s');
	});
});
