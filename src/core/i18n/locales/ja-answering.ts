/** Japanese: when and how often the bot answers. */
import type { Catalogue } from './en.ts';
import type { enAnswering } from './en-answering.ts';

/** The messages by their dotted keys. */
export const jaAnswering: Pick<Catalogue, keyof typeof enAnswering> = {
	'command.behavior.show.part': '表示する設定の部分',
	'command.behavior.part.talk': '会話',
	'command.behavior.part.answering': '返信する条件',
	'answer.setting-auto-reply': '呼ばれなくても返信するまでのメッセージ数',
	'answer.setting-deliberate': 'トリガーワードは@付きのみ',
	'answer.setting-match-limit': '一つのメッセージで呼べるペルソナ数',
	'answer.setting-cascade-limit': 'ペルソナ同士の返信数',
	'answer.setting-cascade-novelai':
		'ここのテキストモデルはNovelAIのもので、ペルソナ同士が自動で返信し合うことはありません。',
	'answer.setting-cooldown': '返信の間隔（秒）',
	'answer.setting-user-replies': '一人あたりの一日の返信数',
	'answer.setting-channel-replies': 'チャンネルの一日の返信数',
	'answer.setting-server-replies': 'サーバーの一日の返信数',
	'answer.setting-allow-channels': '返信するチャンネル',
	'answer.setting-allow-roles': '返信するロール',
	'answer.setting-allow-personas': '返信できるペルソナ',
	'answer.setting-members-teach': 'メンバーによる記憶・設定・例文の追加',
	'answer.setting-personal-memories': '個人についての記憶を使う',
	'answer.setting-conditioning': 'ほめたり叱ったりがペルソナに影響する',
	'answer.setting-stop-strings': 'ストップ文字列（一行に一つ）',
	'answer.setting-speaker-stop': '名前で止めるようプロバイダーに頼む',
	'answer.setting-speaker-stop-novelai': 'ここのテキストモデルはNovelAIのもので、この設定は常に有効です。',
	'answer.setting-servers-only':
		'`{name}`はサーバー用です。ここにはチャンネルやロールがありません。何も変更されませんでした。',
	'answer.setting-list-value': {
		other:
			'`{name}`の値は{takes}のような{count}個以内の一覧です。「-」を付けると拒否になります。何も変更されませんでした。',
	},
	'answer.setting-list-saved':
		'保存しました：`{name}`は{value}です。許可が一つでもあれば、ほかはすべて拒否されます。−は拒否です。',
	'answer.setting-rules-full': { other: 'ルールは全部で{count}個までです。何も変更されませんでした。' },
	'answer.reply-denied': 'ここではそれに返信しません。',
	'notice.lost': '返信する前に中断されました。もう一度お試しください。',
	'notice.cooldown-user': '{until}にまた返信できます。',
	'notice.cooldown-channel': 'このチャンネルでは{until}にまた返信できます。',
	'notice.cooldown-server': 'このサーバーでは{until}にまた返信できます。',
	'notice.quota-user': { other: '今日のあなたへの返信は{count}回に達しました。{until}に数え直します。' },
	'notice.quota-channel': { other: '今日のこのチャンネルへの返信は{count}回に達しました。{until}に数え直します。' },
	'notice.quota-server': { other: '今日のこのサーバーへの返信は{count}回に達しました。{until}に数え直します。' },
	'notice.near-limit-user': {
		other: '今日のあなたへの返信は{count}回のうち{used}回使われました。{until}に数え直します。',
	},
	'notice.near-limit-channel': {
		other: '今日のこのチャンネルへの返信は{count}回のうち{used}回使われました。{until}に数え直します。',
	},
	'notice.near-limit-server': {
		other: '今日のこのサーバーへの返信は{count}回のうち{used}回使われました。{until}に数え直します。',
	},
};
