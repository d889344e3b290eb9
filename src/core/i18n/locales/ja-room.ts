/** Japanese: what people do with a whole conversation, and in the name of others. */
import type { enRoom } from './en-room.ts';

/** The messages by their dotted keys. */
export const jaRoom: Readonly<Record<keyof typeof enRoom, string>> = {
	'command.refresh.description': 'このチャンネルの会話を最初からやり直す',
	'command.compact.description': 'このチャンネルのこれまでの会話を要約に置き換える',
	'command.scene.description': 'だれのセリフでもなく、起きたことを語る',
	'command.scene.text': '起きたこと',
	'command.reward.description': 'ペルソナの頭をなでて褒める',
	'command.reward.text': '褒める理由',
	'command.punish.description': 'ペルソナを叱る',
	'command.punish.text': '叱る理由',
	'command.gesture.persona': 'どのペルソナか（省略するとメインのペルソナ）',
	'command.impersonate.description': 'ほかのだれかとして発言させる（サーバー管理権限が必要）',
	'command.impersonate.user.description': 'ある人の名前でメッセージを一つ書く',
	'command.impersonate.user.user': 'だれの名前で書くか',
	'command.impersonate.persona.description': 'ペルソナに何か言わせる',
	'command.impersonate.persona.persona': 'どのペルソナか',
	'command.impersonate.persona.text': 'そのまま言わせる言葉（省略するとモデルが考える）',
	'command.impersonate.system.description': 'だれのものでもない言葉を会話に入れる',
	'command.impersonate.system.text': '入れる言葉',
	'notice.refresh': '{name} さんがここから会話を新しく始めます。',
	'notice.compact': 'これまでの会話',
	'notice.scene': '場面',
	'notice.system': 'ナレーション',
	'notice.reward': '{name} が {persona} の頭をなでる',
	'notice.punish': '{name} が {persona} を叱る',
	'answer.room-blank': '言葉が入っていません。',
	'answer.room-private': 'あなたのプライバシー設定ではペルソナが読むものに一切含まれないため、これは伝えません。',
	'answer.room-not-yours':
		'これができるのは、最後に返事を受けた人か、「メッセージの管理」または「サーバー管理」の権限がある人だけです。',
	'answer.refreshed': 'これより上の発言はもう出てきません。メモリーとロアはそのままです。',
	'answer.compacted': 'これより上の会話の代わりに、要約が読まれるようになりました。',
	'answer.compact-nothing': '要約できる発言がまだありません。',
	'answer.compact-unchanged': '会話はそのままです。',
	'answer.narrated': '会話に入れました。',
	'answer.rewarded': '**{name}** はこれを覚えておきます。',
	'answer.punished': '**{name}** はこれを覚えておきます。',
	'answer.gesture-not-kept':
		'会話には入りましたが、このペルソナが褒められたり叱られたりしたことは記録されません（`conditioning_enabled` がオフです）。',
	'answer.gesture-inactive':
		'会話には入りました。ここのテキストモデルは NovelAI のもので、会話の外の記録は読みません。ほかのモデルが答えるまで、保存されたまま使われません。',
	'answer.gesture-ignored': '**{name}** はあなたを相手にしません。',
	'answer.impersonated-user': '**{name}** さんとして書きました。',
	'answer.impersonated-persona': '**{name}** が言いました。',
	'answer.impersonate-direct': 'ダイレクトメッセージでは、わたしたち二人以外は発言できません。',
	'answer.impersonate-nobody': 'その人はこのサーバーにいません。',
	'answer.impersonate-bot': '名前を借りられるのは人だけです。',
	'answer.impersonate-private':
		'**{name}** さんはペルソナが読むものに一切含まれないため、その人として書くことはしません。',
	'answer.impersonate-not-here': 'このようなチャンネルでは Webhook で発言できません。',
	'answer.impersonate-forbidden': 'それにはここでの「ウェブフックの管理」権限が必要です。',
	'answer.impersonate-full':
		'このチャンネルの Webhook は Discord の上限（15 個）に達しています。まず設定で一つ削除してください。',
	'answer.setting-impersonation-prompt': 'あなたの名前で書くときの指示',
};
