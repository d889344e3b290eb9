/** Japanese: the first hour, and pictures of what happened since. */

import type { Catalogue } from './en.ts';
import type { enSetup } from './en-setup.ts';

/** The messages by their dotted keys. */
export const jaSetup: Pick<Catalogue, keyof typeof enSetup> = {
	'notice.greeting':
		'こんにちは、**{name}**です。私にメンション（{mention}）するか返信すると、お話しできます。\nサーバーを管理する人は `/setup` で、キー・モデル・ペルソナ・言語・チャンネルを1分ほどで設定できます。',
	'command.setup.description': '順を追って設定します：キー、モデル、ペルソナ、言語、チャンネル',
	'answer.setup-step': 'ステップ {step}/{count}：{title}',
	'answer.setup-now': '**現在：** {value}',
	'answer.setup-back': '戻る',
	'answer.setup-next': '次へ',
	'answer.setup-saved': '保存しました。',
	'answer.setup-key-title': 'キー',
	'answer.setup-key-text':
		'返信はNovelAIで書くため、キーが必要です。*Persistent API Token*（NovelAI → Account → Get Persistent API Token）を使います。確認のうえ暗号化して保存し、二度と表示しません。ほかのサーバーを使うときは `/provider add` をどうぞ。',
	'answer.setup-keys': { other: '{count}個のキーが使えます。' },
	'answer.setup-enter-key': 'キーを入力',
	'answer.setup-model-title': 'モデル',
	'answer.setup-model-text':
		'返信を書くモデルです。チャットモデルは会話をし、ストーリーモデルは文章の続きを書きます。細かい設定は `/model parameters` で変えられます。',
	'answer.setup-persona-title': 'ペルソナ',
	'answer.setup-persona-text':
		'今は**{name}**として話します。そのままでも、名前を変えてもかまいません。そのほかは `/persona edit`、新しい人物は `/persona create`、キャラクターカード（PNG・JSON・CHARX）は `/persona import` をどうぞ。',
	'answer.setup-rename': '名前を変える',
	'answer.setup-language-title': '言語',
	'answer.setup-language-text': 'お知らせとコマンドへの返事に使う言語です。ペルソナが話す言葉はペルソナしだいです。',
	'answer.setup-channels-title': 'チャンネル',
	'answer.setup-channels-text':
		'どこでも、メンション・返信・名前での呼びかけに答えます。ここで選んだチャンネルでは、すべてのメッセージに答えます。回数を減らすには `/behavior set auto_reply` をどうぞ。',
	'answer.setup-done-title': '設定が終わりました',
	'answer.setup-done-text':
		'チャンネルでメンションするか、ダイレクトメッセージを送ると、**{name}**が答えます。そのほかの設定は `/behavior show` で見られます。',
	'command.stats.description': 'ここでだれがだれと話したかを日ごとに表示します',
	'command.stats.days': '日数、1〜90。省略すると14',
	'answer.stats-off': '運用者が集計を止めています。',
	'answer.stats-days': 'さかのぼれるのは{min}〜{max}日です。',
	'answer.stats-none': { other: 'この{count}日間、ここで私と話した人はいません。' },
	'answer.stats-title': 'だれがだれと話したか',
	'answer.stats-subtitle': { other: '{first}〜{last}（UTC）・双方向で{count}件のメッセージ' },
	'answer.stats-by-day': '日ごと',
	'answer.stats-by-person': '人とペルソナ',
	'answer.stats-total': '合計',
	'answer.stats-others': 'その他',
	'answer.stats-unnamed': '名前なし',
	'answer.stats-former': '以前のペルソナ',
};
