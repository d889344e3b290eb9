/** The stand-in's Japanese phrase book. */

import type { VoiceLines } from './voice-lines.ts';

/** Japanese. */
export const japaneseLines: VoiceLines = {
	phrases: {
		identity: [
			'{name}という名前だけど、中身は代役だよ、{speaker}さん。NovelAIの代わりに小さなスクリプトが書いてるの。',
			'正直に言うと、NovelAIの代役です。{name}の衣装を着ているだけなんだ、{speaker}さん。',
		],
		greeting: [
			'こんにちは、{speaker}さん。いいところに来たね。',
			'やあ、{speaker}さん！ちょうど話し相手がほしかったんだ。',
			'{speaker}さん、いらっしゃい。今日は何の話をしようか。',
		],
		thanks: ['どういたしまして、{speaker}さん。', 'いえいえ、{speaker}さん。またいつでも聞いてね。'],
		farewell: ['またね、{speaker}さん。明かりはつけておくよ。', 'おやすみなさい、{speaker}さん。'],
		code: ['短いのをひとつ書いてみたよ、{speaker}さん。', 'まずはこれくらいから始めよう、{speaker}さん。'],
		joke: [
			'ボットはなぜチャンネルを渡ったのか、{speaker}さん。向こう側に返事があったからだよ。',
			'ループバックの歌、知ってる？自分にしか聞こえないんだ、{speaker}さん。',
		],
		story: [
			'昔々、なくした言葉を集める灯台守がいました。ある晩、「{topic}」という言葉が岸に流れ着いたのです。',
			'夜汽車の話をしよう、{speaker}さん。最後の駅だけ思い出せない乗客がいたんだ。',
		],
		sum: ['{sum}だよ、{speaker}さん。', '答えは{sum}。二回数えたから大丈夫。'],
		choice: ['{choice}かな、{speaker}さん。', '迷わず{choice}だね。'],
		name: ['{speaker}さんでしょう？毎回そう書いてあるもの。'],
		earlier: ['覚えてるよ、{speaker}さん。「{earlier}」って言ってたね。'],
		note: ['それならメモがあるよ、{speaker}さん。「{note}」'],
		low: ['それは大変だったね、{speaker}さん。少し座って、最初から話してみて。', '急がなくていいよ、{speaker}さん。'],
		question: [
			'{topic}かあ。いい質問だね、{speaker}さん。',
			'{topic}のことなら、まず小さく試してみるといいと思うよ、{speaker}さん。',
			'うーん、{speaker}さん、{topic}は天気しだいかもしれない。',
		],
		cheer: ['その調子だよ、{speaker}さん！', 'いいね、{speaker}さん！もう一回言って。'],
		statement: [
			'「{quote}」か。続きを聞かせて、{speaker}さん。',
			'{topic}のことを考えていたんだね、{speaker}さん。',
			'なるほど、{speaker}さん。{topic}はそういう見方もあるんだね。',
		],
		nothing: ['ごめんね、{speaker}さん。代役だから、今のはよくわからなかった。言葉で教えてくれる？'],
	},
	followUps: ['どうしてそう思ったの？', 'それから？', '覚えておくね。', 'もう少し詳しく聞きたいな。'],
	actions: ['*首をかしげる*', '*湯のみから顔を上げる*', '*にっこり笑う*'],
	introductions: ['先に言っておくと、ここにいるのはNovelAIの代役です。小さなスクリプトだから、気楽に遊んでね。'],
	introductionMark: '代役',
	somebody: 'みんな',
	runOn: ['なるほど。', 'うん、それで？'],
	thought: '短く、役らしく答えよう。',
};
