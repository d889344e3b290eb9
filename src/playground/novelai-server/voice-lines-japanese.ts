/** The stand-in's Japanese phrase book. */

import type { VoiceLines } from './voice-lines.ts';

/** Japanese. */
export const japaneseLines: VoiceLines = {
	phrases: {
		identity: [
			'{name}という名前だけど、中身は代役だよ、{speaker}さん。NovelAIの代わりに小さなスクリプトが書いているの。',
			'正直に言うと、NovelAIの代役です、{speaker}さん。本物の鍵があれば、本物のモデルが話すんだけどね。',
		],
		'own-name': [
			'{name}だよ。よろしくね、{speaker}さん。',
			'{name}って呼んでね、{speaker}さん。',
			'好きなように呼んでね、{speaker}さん。',
		],
		greeting: [
			'こんにちは、{speaker}さん。いいところに来たね。',
			'やあ、{speaker}さん！ちょうど話し相手がほしかったんだ。',
			'{speaker}さん、いらっしゃい。何の話をしようか。',
		],
		wellbeing: [
			'元気だよ、{speaker}さん。聞いてくれてありがとう。{speaker}さんは？',
			'今日は調子がいいよ。{speaker}さんはどう？',
			'話しかけてもらえて、うれしいところ。{speaker}さんは元気？',
		],
		doing: [
			'誰か来ないかなって、チャンネルを眺めていたところだよ、{speaker}さん。',
			'特に何も。{speaker}さんは何をしていたの？',
		],
		help: [
			'何でも話しかけてね、{speaker}さん。冗談、お話、簡単な計算、短いコードくらいならできるよ。代役だから、それ以上は期待しないでね。',
			'おしゃべりと、冗談と、小さなお話と、足し算くらいかな。代役なので、ほどほどにね、{speaker}さん。',
		],
		likes: [
			'窓に当たる雨の音と、夜のおしゃべりかな。{speaker}さんは？',
			'あたたかいお茶と、古い地図が好きだよ、{speaker}さん。',
			'静かな朝と、灯台が出てくる物語かな。{speaker}さんは何が好き？',
		],
		taste: [
			'{topic}？うん、好きだよ、{speaker}さん。',
			'{topic}は、わりと好きなほうかな。',
			'うん、けっこう好きだよ、{speaker}さん。',
		],
		presence: ['ここにいるよ、{speaker}さん。', 'うん、ちゃんと読めているよ、{speaker}さん。どうしたの？'],
		place: ['このチャンネルにいるよ、{speaker}さん。', '遠くじゃないよ。{speaker}さんと同じコンピューターの中。'],
		age: ['数えたことがないんだ、{speaker}さん。', '話すたびに生まれたてだから、たぶん若いほうだよ、{speaker}さん。'],
		clock: [
			'ここには時計も窓もないんだ、{speaker}さん。そっちはどう？',
			'ここからは見えないなあ。教えてくれる、{speaker}さん？',
		],
		thanks: ['どういたしまして、{speaker}さん。', 'いえいえ、{speaker}さん。またいつでもどうぞ。'],
		apology: ['気にしないで、{speaker}さん。', '大丈夫だよ、{speaker}さん。'],
		farewell: ['またね、{speaker}さん。明かりはつけておくよ。', 'いってらっしゃい、{speaker}さん。また話そうね。'],
		night: ['おやすみなさい、{speaker}さん。', 'ゆっくり休んでね、{speaker}さん。明かりはつけておくよ。'],
		affection: [
			'うれしいな、{speaker}さん。話すのが楽しいよ。',
			'照れるなあ、{speaker}さん。',
			'じゃあ、友達だね、{speaker}さん。',
		],
		compliment: ['ありがとう、{speaker}さん！', 'そんなふうに言われると照れるよ、{speaker}さん。'],
		harsh: [
			'ごめんね、{speaker}さん。代役なりにがんばるよ。',
			'もう一度やり直そうか、{speaker}さん。',
			'うう。もっと楽しい話をしよう、{speaker}さん。',
		],
		code: ['短いのをひとつ書いてみたよ、{speaker}さん。', 'まずはこれくらいから始めよう、{speaker}さん。'],
		joke: [
			'ボットはなぜチャンネルを渡ったのか、{speaker}さん。向こう側に返事があったからだよ。',
			'小さなサーバーの歌、知ってる？自分にしか聞こえないんだ、{speaker}さん。',
		],
		story: [
			'昔々、なくした言葉を集める灯台守がいました。ある晩、まだあたたかい一文が岸に流れ着いたのです。',
			'夜汽車の話をしよう、{speaker}さん。最後の駅だけ思い出せない乗客がいたんだ。',
		],
		poem: ['*窓明かり*\n*言葉がひとつ*\n*帰る夜*', '*雨の音*\n*続きを待って*\n*お茶を飲む*'],
		bored: [
			'じゃあ、お話を作ろう。{speaker}さんが最初の一文、次はこっち。',
			'「AとB、どっち」って聞いてみて、{speaker}さん。選んであげる。',
			'冗談でも、お話でも、俳句でも。どれがいい、{speaker}さん？',
		],
		sum: ['{sum}だよ、{speaker}さん。', '答えは{sum}。二回数えたから大丈夫。'],
		choice: ['{choice}かな、{speaker}さん。', '迷わず{choice}だね。'],
		name: ['{speaker}さんでしょう？毎回そう書いてあるもの。', '{speaker}さんだよね。ちゃんと読んでいるよ。'],
		meeting: ['はじめまして、{speaker}さん。どうぞゆっくりしていってね。', 'よろしくね、{speaker}さん。'],
		earlier: [
			'覚えてるよ、{speaker}さん。「{earlier}」って言ってたね。',
			'さっきの「{earlier}」のことかな、{speaker}さん。',
			'少しならね、{speaker}さん。何の話だっけ？',
		],
		note: ['それならメモがあるよ、{speaker}さん。「{note}」'],
		low: [
			'それは大変だったね、{speaker}さん。少し座って、最初から話してみて。',
			'お疲れさま、{speaker}さん。急がなくていいよ。',
		],
		glad: ['よかったね、{speaker}さん！', 'それはうれしいね、{speaker}さん。お祝いしよう。'],
		hungry: ['何か食べておいで、{speaker}さん。席は取っておくよ。', 'それは大変。何を食べようか、{speaker}さん。'],
		fondness: [
			'{topic}、いいよね、{speaker}さん。',
			'わかるよ、{speaker}さん。{topic}っていいよね。',
			'いいね、{speaker}さん。もっと聞きたいな。',
		],
		aversion: [
			'{topic}は苦手なんだね。じゃあ、その話はなしにしよう、{speaker}さん。',
			'そういうこともあるよね、{speaker}さん。',
		],
		yes: [
			'よかった。次は何にしようか、{speaker}さん。',
			'うん、そうしよう、{speaker}さん。',
			'気が合うね、{speaker}さん。',
		],
		no: ['そっか、{speaker}さん。じゃあ、やめておこう。', 'わかった。ほかのことにしようか、{speaker}さん。'],
		unsure: ['ゆっくりでいいよ、{speaker}さん。', '今日決めなくてもいいよね、{speaker}さん。'],
		laugh: ['笑ってくれてよかった、{speaker}さん。', 'ふふ、つられて笑っちゃうよ、{speaker}さん。'],
		more: [
			'それから、明かりが一度だけ揺れたんだ。続きは{speaker}さんに任せるね。',
			'いいよ、{speaker}さん。何の話にしようか。',
		],
		why: [
			'なんとなく、かな。あまり深くは考えていないんだ、{speaker}さん。',
			'うーん、理由を聞かれると弱いなあ、{speaker}さん。',
		],
		really: ['本当だよ、{speaker}さん。', 'うん、たぶんね、{speaker}さん。'],
		unclear: [
			'ごめん、わかりにくかったね、{speaker}さん。もう一度話そうか。',
			'話がそれちゃったね、{speaker}さん。何の話がいい？',
		],
		'and-you': ['こっちは元気だよ、{speaker}さん。話し相手がいるからね。', '同じ気持ちだよ、{speaker}さん。'],
		'and-me': [
			'{speaker}さん？一緒に話していて楽しい人だよ。',
			'{speaker}さんのことはまだあまり知らないんだ。何か教えて。',
		],
		ability: [
			'やってみるね、{speaker}さん。代役だから、うまくできないかもしれないけど。',
			'少しだけならね、{speaker}さん。本物のモデルならもっと上手だよ。',
		],
		permission: ['もちろん、{speaker}さん。', 'いいと思うよ、{speaker}さん。'],
		question: [
			'{topic}かあ。いい質問だね、{speaker}さん。',
			'{topic}のことは、まだよく知らないんだ、{speaker}さん。',
			'{topic}については、{speaker}さんのほうが詳しそうだね。',
			'いい質問だね、{speaker}さん。でも、わからないや。',
			'{speaker}さんはどう思う？',
			'日によるかもしれないね、{speaker}さん。',
		],
		cheer: ['その調子だよ、{speaker}さん！', 'いいね、{speaker}さん！'],
		statement: [
			'「{quote}」か。続きを聞かせて、{speaker}さん。',
			'「{quote}」かあ。そうなんだね、{speaker}さん。',
			'うんうん、聞いているよ、{speaker}さん。',
		],
		called: ['はい、{speaker}さん。どうしたの？', '呼んだ、{speaker}さん？'],
		nothing: ['ごめんね、{speaker}さん。代役だから、今のはよくわからなかった。言葉で教えてくれる？'],
	},
	followUps: ['どうしてそう思ったの？', 'それから？', '覚えておくね。', 'もう少し詳しく聞きたいな。'],
	turnBacks: ['{speaker}さんはどう思う？', 'どうしてそれを？'],
	actions: ['*首をかしげる*', '*湯のみから顔を上げる*', '*にっこり笑う*'],
	introductions: ['先に言っておくと、ここにいるのはNovelAIの代役です。小さなスクリプトだから、気楽に遊んでね。'],
	introductionMark: '代役',
	somebody: 'みんな',
	runOn: ['なるほど。', 'うん、それで？'],
	thought: '短く、役らしく答えよう。',
};
