/** Japanese: what is stored of people, and how it is forgotten. */

import type { Catalogue } from './en.ts';
import type { enPrivacy } from './en-privacy.ts';

/** The messages by their dotted keys. */
export const jaPrivacy: Pick<Catalogue, keyof typeof enPrivacy> = {
	'command.privacy.description': 'あなたについて何を使ってよいかと、保存されているもの',
	'command.privacy.level': '新しい段階。省くと表示だけします',
	'command.privacy.none': 'なし',
	'command.privacy.partial': '一部',
	'command.privacy.full': '完全',
	'command.forget.description': '誰かのことを忘れさせます',
	'command.forget.me.description': 'あなたについて保存されているものをすべて消します',
	'answer.privacy-title': 'あなたのプライバシー',
	'answer.privacy-saved': '保存しました。',
	'answer.privacy-line': '**{level}**：{meaning}',
	'answer.privacy-none': '何も控えません。',
	'answer.privacy-partial': 'あなたについての記憶は使わず、統計にも名前を出しません。',
	'answer.privacy-full': 'あなたの書いたものを読まず、覚えず、あなたには答えません。',
	'answer.privacy-stored': 'あなたについて保存されているもの',
	'answer.privacy-where': '保存場所',
	'answer.privacy-where-text':
		'私を動かしている人のデータベースだけにあり、キーは暗号化されています。返信のときは、チャンネルで話されたことが、それを書くモデルのプロバイダーに、画像はそれを見るモデルのプロバイダーに送られます。`/forget me` ですべて消えます。',
	'answer.data-line': '{kind}：{count}',
	'answer.data-change': '{kind}：{before} → {after}',
	'answer.data-profile': 'Discordでの名前とプライバシーの段階',
	'answer.data-memories': 'あなたについての記憶',
	'answer.data-taught': 'あなたがサーバーに教えた記憶',
	'answer.data-names': 'あなたの希望した呼び名',
	'answer.data-settings': 'あなたの設定',
	'answer.data-keys': 'あなたのキー',
	'answer.data-providers': 'あなたのプロバイダー',
	'answer.data-turns': 'あなたへの返信',
	'answer.data-texts': 'その返信のメッセージ',
	'answer.data-lines': 'ここ数時間のあなたの発言',
	'answer.data-stats': '日ごとのメッセージ数',
	'answer.data-limits': '待ち時間と一日の回数',
	'answer.data-gestures': 'あなたのほめ・叱り・場面',
	'answer.data-reunions': '準備中のあいさつ',
	'answer.data-voices': 'ボットがあなたの代わりに投稿したもの',
	'answer.data-direct': '二人のダイレクトメッセージ：設定、キー、ペルソナ、記憶',
	'answer.data-blocks': 'サーバーのブロックとリスト（残ります）',
	'answer.forget-nothing': 'あなたについて保存されているものはありません。',
	'answer.forget-ask': 'これをすべて忘れますか？元には戻せません。今あなたのために書いている返信も終わります。',
	'answer.forget-stays': '残るもの',
	'answer.forget-stays-text':
		'サーバーのブロック（ほかの人を守るため）、あなたがサーバーに教えたこと（名前は消えます）、そしてDiscord上のメッセージ（私には消せません）。後で `/privacy level: full` を選ばないかぎり、そのチャンネルで誰かが私に話しかけるとき、それらを読みます。',
	'answer.button-forget': '忘れてもらう',
	'answer.forget-kept': '何も忘れていません。',
	'answer.forgotten-title': '前 → 今',
	'answer.forgotten': 'あなたのことを忘れました。その後で探して見つかったものは次のとおりです。',
	'answer.forgotten-partly':
		'まだ残っています。その間に何かが書き込まれました。もう一度 `/forget me` を使ってください。',
	'answer.setting-retention': '返信を忘れるまでの日数',
};
