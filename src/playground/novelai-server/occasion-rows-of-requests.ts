/** Lines that ask for something to be told or written. */

import type { OccasionRow } from './occasion-row.ts';

/** In order of precedence. */
export const rowsOfRequests: readonly OccasionRow[] = [
	{
		occasion: 'more',
		place: 'whole',
		latin: [
			'(?:please )?(?:go on|go ahead|continue|(?:tell me |say |one |some )?more|another(?: one)?|and(?: then)?|then|what (?:happened|happens|comes) (?:next|then)|keep going|please(?: do)?|next|what else)(?: please)?',
			'(?:pode )?(?:continu[ae]r?|(?:cont[ae] |fal[ae] |quero |um pouco )?mais|(?:mais|outr[oa]) uma?|outr[oa]|e depois|e então|segue|por favor)(?: por favor)?',
		],
		japanese: '続けて|続き(?:は|を|が聞きたい)?|それで|もっと|もう一つ|それから|お願い(?:します|ね)?|どうぞ',
	},
	{
		occasion: 'bored',
		latin: [
			"bored|what (?:should|shall|can|do) we (?:do|play|talk|say)|let's (?:play|talk|chat|do)|(?:wanna|want to) (?:play|talk|chat)|play (?:a game|with me)|any ideas|surprise me|(?:say|tell me) (?:something|anything)|talk to me|entertain me",
			'entediad[oa]|tédio|vamos (?:jogar|brincar|conversar|falar|fazer)|o que (?:vamos|podemos) fazer|(?:fal[ae]|di[gz][ae]?|cont[ae])(?: para mim)? (?:algo|alguma coisa|qualquer coisa)|(?:fal[ae]|convers[ae]|brinc[ae]) comigo|me surpreend[ae]',
		],
		japanese: '暇|ひま|退屈|遊ぼ|遊んで|(?:何|なに)を?しよう|何か(?:言って|話そう|教えて|話して)|話そう|おしゃべりし',
	},
	{
		occasion: 'joke',
		latin: ['jokes?|make me laugh|something funny|pun', 'piadas?|me faz rir|algo engraçado|trocadilho'],
		japanese: '冗談|ジョーク|笑わせて|ダジャレ|だじゃれ|面白いこと',
	},
	{
		occasion: 'poem',
		latin: [
			'poems?|haiku|poetry|(?:sing|rap)(?: (?:me|us|something|a song|for).*)?|(?:write|sing|give) .*song',
			'poemas?|poesia|haicai|cant[ae] .*|versos?',
		],
		japanese: '俳句|詩を|歌って|歌を',
	},
	{
		occasion: 'story',
		latin: [
			'(?:tell|write|read|give|know|another|make up|hear|invent|want)(?![\\p{L}]).{0,40}(?:story|stories|tale)|(?:short |bedtime |fairy )?(?:story|tale)(?: time)?(?: please)?$|once upon a time',
			'(?:cont[ae]r?|escrev[ae]r?|invent[ae]|outra|ouvir|sabe|quero)(?![\\p{L}]).{0,40}(?:histórias?|conto|historinha)|^(?:uma )?história|era uma vez',
		],
		japanese: 'お話(?:し?て|を|聞|が聞)|物語|昔話|(?:怖い|面白い|短い)話|話を?(?:して|聞かせて)',
	},
	{
		occasion: 'earlier',
		latin: [
			'remember|earlier|did i (?:say|tell)|what (?:did|was) i (?:say|saying)',
			'lembra(?:r|s)?|o que eu (?:disse|falei)',
		],
		japanese: '覚えて',
	},
];
