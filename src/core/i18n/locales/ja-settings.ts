/** Japanese: the settings of behaviour, and the commands that set them. */
import type { Catalogue } from './en.ts';
import type { enSettings } from './en-settings.ts';
import { jaAnswering } from './ja-answering.ts';
import { jaPrivacy } from './ja-privacy.ts';

/** The messages by their dotted keys. */
export const jaSettings: Pick<Catalogue, keyof typeof enSettings> = {
	...jaAnswering,
	...jaPrivacy,
	'command.behavior.set.form-title': '複数行の値',
	'command.behavior.set.form-value': '値。default で元に戻します',
	'command.behavior.set.form-more': '一つの欄に収まらないときの続き',
	'answer.form-forgotten':
		'このフォームが開かれたあとに再起動したため、何のフォームだったか分からなくなりました。もう一度コマンドを使ってください。',
	'command.zone.description': '日付と時刻の基準になるタイムゾーンを設定します',
	'command.zone.value': '例：Europe/Berlin、+09:00、5.5。default で元に戻します',
	'command.zone.scope': 'このサーバー（「サーバー管理」が必要）か、自分だけか',
	'command.language.description': '私が自分について話す言語を設定します',
	'command.language.value': 'どの言語か',
	'command.language.scope': 'このサーバー（「サーバー管理」が必要）か、自分だけか',
	'command.language.en': 'English',
	'command.language.ja': '日本語',
	'command.language.pt-br': 'Português (Brasil)',
	'answer.setting-system-prompt': 'サーバーのシステムプロンプト',
	'answer.setting-channel-prompt': 'チャンネルのプロンプト',
	'answer.setting-channel-prompt-mode': 'サーバーのプロンプトとの関係',
	'answer.setting-persona-prompt': 'ペルソナのプロンプト',
	'answer.setting-context-note': 'コンテキストノート',
	'answer.setting-context-note-depth': 'ノートのあとに続くメッセージ数',
	'answer.setting-time-awareness': '時間の認識',
	'answer.setting-uncensor-space': '検閲回避：別の空白文字',
	'answer.setting-uncensor-sanitize': '検閲回避：点を挟んだ単語',
	'answer.setting-verbatim-tools': 'プレーンテキストでのツール呼び出し',
	'answer.setting-vision-model': '見えないモデルの代わりに画像を見るモデル',
	'answer.setting-takes-text': {
		other: '{count}文字以内の文章',
	},
	'answer.setting-inactive':
		'ここのテキストモデルはNovelAIのもので、この設定を読みません。別のモデルが答えるまで、保存されたまま無効です。',
};
