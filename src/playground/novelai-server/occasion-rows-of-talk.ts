/** Lines of ordinary talk. */

import { intensity, type OccasionRow, voceE, whom, youAre } from './occasion-row.ts';

const greetings =
	'hi+|hiya|hello+|hallo|hey+a?|yo|howdy|greetings|hola|good (?:morning|evening|afternoon|day)|morning|oi+e?|olá|ola|opa|alô|bom dia|boa tarde|salve|eai';
const crowd =
	'(?: (?:there|again|all|everyone|everybody|guys|folks|friends?|my friend|pra todos|gente|pessoal|de novo))*';

/** In order of precedence. */
export const rowsOfTalk: readonly OccasionRow[] = [
	{
		occasion: 'no',
		place: 'whole',
		latin: [
			"(?:oh |well |ah )?(?:no|nope|nah)(?: (?:no|thanks|thank you|way))*|not (?:really|yet|at all|now)|never(?: ?mind)?|nothing|nevermind|i don't (?:think so|want to)|forget it",
			'(?:ah )?(?:não|nao)(?: (?:não|obrigad[oa]|quero|agora|mesmo))*|nada|nunca|deixa(?: pra lá)?|esquece|agora não|acho que não',
		],
		japanese: 'いいえ|いや(?:だ)?|ううん|違います|別に|(?:なん|何)でもない(?:です)?|結構です|だめ|ダメ',
	},
	{
		occasion: 'unclear',
		place: 'whole',
		latin: [
			"(?:sorry )?(?:what|huh|pardon|come again|say again)|what do you mean(?: by that)?|i don't (?:understand|get it)|what does that mean|what(?: are you talking about)?",
			'(?:o )?qu[eê]|hein|hã|como assim|não entendi|o que (?:isso|você) (?:significa|quer dizer)',
		],
		japanese: 'え|えっ|え[ーっ]*|はい？|何|なに|どういう(?:こと|意味)(?:です|なの)?か?|意味(?:が)?わからない',
	},
	{
		occasion: 'apology',
		latin: [
			'sorry|my bad|apolog(?:y|ies|ize|ise)|forgive me|excuse me',
			'desculp[ae][a-z]*|foi mal|perdão|sinto muito|me perdoe',
		],
		japanese: 'ごめん|すみません|すまない|申し訳',
	},
	{
		occasion: 'night',
		latin: [
			'good ?night|night night|sleep well|sweet dreams|going to (?:bed|sleep)',
			'boa noite|vou dormir|bons sonhos|durma bem',
		],
		japanese: 'おやすみ|お休み|寝る(?:ね|よ)?',
	},
	{
		occasion: 'farewell',
		latin: [
			"bye(?:-?bye)?|goodbye|see (?:you|ya)|farewell|take care|cya|gtg|brb|(?:have to|got to|gotta|must|need to|should) (?:go|leave|run)|talk (?:to you )?later|i(?:'m| am) (?:off|leaving)",
			'tchau|xau|até (?:mais|logo|amanhã|breve|a próxima|já)|adeus|(?:tenho (?:que|de)|preciso) ir|vou (?:indo|embora|nessa)',
		],
		japanese:
			'またね|じゃあね|じゃね|じゃあまた|さようなら|さよなら|バイバイ|ばいばい|また(?:明日|今度|後で|あとで)|行ってきます|もう行',
	},
	{
		occasion: 'thanks',
		latin: [
			'thanks?|thank (?:you|u)|thx|ty|tysm|cheers|appreciated',
			'obrigad[oa]s?|brigad[oa]|obrigadão|valeu|vlw|grat[oa]|agradeço',
		],
		japanese: 'ありがと|感謝|サンキュー|どうも[。！!]*$',
	},
	{
		occasion: 'compliment',
		latin: [
			`${youAre}(?:cute|sweet|nice|kind|great|good|funny|smart|clever|cool|amazing|awesome|adorable|lovely|best|wonderful|beautiful|fun)|good (?:girl|boy|bot|job|one|work|answer)|well (?:done|said)|nice (?:one|job|work)|(?:so|very) (?:cute|funny)`,
			`${voceE}(?:fof[oa]|legal|lind[oa]|engraçad[oa]|inteligente|espert[oa]|ótim[oa]|incrível|gentil|querid[oa]|demais|melhor|bonit[oa]|maravilhos[oa])|muito bem|bom trabalho|mandou bem|que (?:fof[oa]|lind[oa]|engraçad[oa])`,
		],
		japanese:
			'かわいい|可愛い|(?:すごい|凄い)(?:ね|です|[！!。]|$)|えらい|偉い|さすが|(?:優しい|やさしい)(?:ね|です)|上手|面白い(?:ね|です|[！!]|$)',
	},
	{
		occasion: 'harsh',
		latin: [
			`${youAre}(?:stupid|dumb|boring|useless|bad|annoying|ugly|terrible|wrong|weird|crazy|slow)|shut up|hate you|go away|(?:that(?:'s| is)|this is) (?:so )?(?:stupid|dumb|boring|wrong|bad|not (?:true|right|funny))|bad (?:bot|joke|answer)|nonsense|makes no sense`,
			`${voceE}(?:chat[oa]|burr[oa]|inútil|péssim[oa]|fei[oa]|ruim|estranh[oa]|lent[oa])|cala a boca|te odeio|que chat[oa]|não faz sentido|vai embora|sem graça`,
		],
		japanese: 'うるさい|黙って|つまらない|つまんない|バカ|ばか|馬鹿|(?:君|きみ|あなた)(?:が|は)?嫌い|意味不明',
	},
	{
		occasion: 'greeting',
		place: 'whole',
		latin: [`(?:${greetings})(?:[ ,!]+(?:${greetings}))*${crowd}`],
		japanese:
			'(?:こんにち[はわ]|こんばん[はわ]|おはよう?(?:ございます)?|やあ|やっほー|ハロー|よろしく(?:お願いします|ね)?|ただいま)',
	},
	{
		occasion: 'laugh',
		place: 'whole',
		latin: [
			"(?:(?:a?(?:ha)+h?|(?:he){2,}|lol) )*(?:a?(?:ha)+h?|(?:he){2,}|(?:hi){2,}|lol|lmao|rofl|xd|k{3,}|(?:rs)+|(?:hua)+|that(?:'s| is) (?:so )?funny|funny|engraçado|you(?:'re| are) funny)",
		],
		japanese: '[wｗ]+|笑+|草|あ?はは+|ふふ+',
	},
	{
		occasion: 'really',
		place: 'whole',
		latin: [
			'(?:oh |wait )?(?:really|seriously|are you (?:sure|serious)|you sure|is (?:that|it) (?:so|true)|for real|no way|you (?:do|are|did|can)|is it)',
			'(?:é )?(?:sério|mesmo)(?: mesmo)?|tem certeza|(?:é |isso é )?verdade\\?|jura|será',
		],
		japanese: 'ほんと(?:う)?(?:に|ですか)?|本当(?:に|ですか|なの|か)?|マジ(?:で|か)?|まじ(?:で|か)?',
	},
	{
		occasion: 'why',
		place: 'whole',
		latin: [
			'(?:but |and )?(?:why|how come|how so)(?: (?:not|so|though|is that|me|you|do you (?:think|say|ask)(?: so| that)?))*',
			'(?:mas |e )?por ?qu[eê](?: não| eu| você| isso)?',
		],
		japanese: '(?:でも、?)?(?:なぜ|なんで|何で|どうして)(?:です|なの|そう思うの)?か?',
	},
	{
		occasion: 'and-you',
		place: 'whole',
		latin: [
			'(?:and |what about |how about )?(?:you|yourself|yours)(?: too)?',
			'e (?:você|vc|tu|contigo|com você|o seu|a sua)|você',
		],
		japanese: '(?:で、?)?(?:あなた|君|きみ|そっち|そちら)(?:は|も)?(?:どう)?(?:ですか)?',
	},
	{
		occasion: 'and-me',
		place: 'whole',
		latin: [
			'(?:and |what about |how about |but )(?:me|us|mine|i)|me',
			'e (?:eu|comigo|para mim|pra mim|o meu|a minha|nós)|eu',
		],
		japanese: '(?:じゃあ、?|で、?)?(?:私|僕|俺|わたし|ぼく)(?:は|も)?(?:どう)?(?:ですか)?',
	},
	{
		occasion: 'yes',
		place: 'whole',
		latin: [
			"(?:oh |ah |hm+ |well |yes |yeah |ok |okay )*(?:ok(?:ay|i|ie)?|k|kk|yes|yeah|yep|yup|sure|fine|alright|right|all right|good|great|nice|cool|perfect|awesome|wow|oh|ah|interesting|i see|got it|understood|of course|true|exactly|agreed|indeed|deal|sounds good|makes sense|fair enough|no problem|good point|i (?:think|guess|hope) so|me too|same|absolutely|definitely|that(?:'s| is) (?:good|great|nice|cool|true|right|fine)|good to (?:know|hear))(?: (?:then|sure|yes|thing|so))*",
			'(?:ah |tá |sim |então |que )*(?:sim|tá(?: bom| bem| certo)?|está (?:bom|bem)|ok|beleza|blz|certo|claro|legal|entendi|com certeza|bacana|show|ótimo|perfeito|isso(?: mesmo)?|verdade|pois é|aham|uhum|combinado|boa|bom|bem|eu também|concordo|faz sentido|exato|exatamente)',
		],
		japanese:
			'はい|うん+|ええ|オッケー|おっけー|OK|ok|了解(?:です|しました)?|(?:わか|分か)(?:った|りました)|なるほど(?:ね)?|そう(?:だね|ですね|か|だよ|です)?|いい(?:ね|よ|ですね)|もちろん|(?:たし|確)かに|へ[えぇー]+|私も|僕も',
	},
	{
		occasion: 'unsure',
		place: 'whole',
		latin: [
			"(?:well |hm+ |um+ )*(?:i don't (?:really )?know|idk|dunno|no idea|maybe|perhaps|not sure|i(?:'m| am) not sure|it depends|whatever|h+m+|u+m+|u+h+|possibly)",
			'(?:eu )?(?:não sei|nao sei|sei lá|talvez|tanto faz|quem sabe|depende|pode ser|não tenho certeza)',
		],
		japanese:
			'(?:よく)?(?:わか|分か)(?:らない|りません)(?:な|です)?|知らない|(?:たぶん|多分)(?:ね)?|う[ー〜]*ん+|んー+|さあ|かもしれない|かもね',
	},
	{
		occasion: 'glad',
		latin: [
			`i(?:'m| am| feel) ${intensity}(?:feeling )?(?:happy|glad|excited|proud|great|good|fine|well|okay|ok|doing)|i feel (?:good|great)|(?:best|great|good|lovely|wonderful) (?:day|week|news)|we won|i won|i passed|i did it|got the job|my birthday|yay|hooray|woohoo`,
			'(?:estou|tô|to|fiquei) (?:muito |tão |super )?(?:feliz|contente|animad[oa]|bem|ótim[oa])|consegui|ganh(?:ei|amos)|passei|meu aniversário|boa notícia|oba|eba|que bom|tive um (?:dia )?(?:muito )?(?:bom|ótimo|lindo)',
		],
		japanese: '嬉しい|うれしい|楽しい|楽しかった|やった|合格|勝った|(?:今日は|私の|僕の).{0,4}誕生日|最高',
	},
	{
		occasion: 'low',
		latin: [
			'sad|tired|exhausted|lonely|depressed|unhappy|upset|stressed|anxious|sick|crying|scared|not (?:ok|okay|well|fine|happy|feeling)|(?:terrible|bad|awful|rough|hard|horrible|long) (?:day|week|night|time)|i failed|died|passed away|broke up|headache',
			'triste|cansad[oa]|sozinh[oa]|péssimo dia|dia (?:\\p{L}+ )?(?:ruim|difícil|péssimo)|doente|chatead[oa]|estressad[oa]|ansios[oa]|chorando|não (?:estou|tô) bem|morreu|com medo|estou mal|tô mal|mau dia',
		],
		japanese:
			'悲しい|疲れ|つらい|辛い|寂しい|さびしい|さみしい|しんどい|泣(?:い|き)|落ち込|最悪|元気が?(?:ない|出ない)|病気|怖い|頭が痛',
	},
	{
		occasion: 'hungry',
		latin: ['hungry|thirsty|starving', '(?:com|tô de|morrendo de) (?:fome|sede)'],
		japanese: 'お腹が?(?:すい|空い)|おなかが?すい|腹減|(?:のど|喉)が渇',
	},
	{
		occasion: 'aversion',
		latin: [
			"i (?:really |just |kind of )*(?:hate|dislike|don't like|do not like|can't stand|despise)",
			'(?:odeio|detesto|não (?:gosto|suporto|curto))',
		],
		japanese: '(?:嫌い|きらい|苦手)(?:です|だ|なん|。|！|!|$)',
	},
	{
		occasion: 'fondness',
		latin: [
			'(?:i|we) (?:really |also |just |do |both )*(?:love|like|enjoy|adore|prefer)',
			"i(?:'m| am) (?:into|a fan of|fond of)",
			'(?:eu )?(?:amo|adoro|gosto|curto|prefiro)(?! de você)',
		],
		japanese: '(?:好き|すき|大好き|だいすき)(?:です|だ|なん|。|！|!|$)',
	},
	{
		occasion: 'permission',
		latin: ['(?:can|may|could|should|shall|must) (?:i|we)', '(?:posso|devo|podemos|deveria|preciso)(?![\\p{L}]).*\\?'],
		japanese: '(?:ても|で)いい(?:です)?(?:か|の|[？?])|べき(?:です|かな|か|[？?])',
	},
	{
		occasion: 'ability',
		latin: [
			`(?:can|could|would|will|won't|can't) ${whom}|are you able|do you know how`,
			'(?:você |vc |tu |cê )?(?:pode|consegue|poderia|sabe|podes|conseguiria)(?![\\p{L}]).*\\?',
		],
		japanese:
			'(?:でき(?:る|ます)|てくれ(?:る|ます|ません)|てもらえ(?:る|ます|ません))(?:か|の)?[？?。]*$|して(?:ください|ほしい)',
	},
	{
		occasion: 'ability',
		place: 'start',
		latin: [
			'(?:please )?(?:explain|describe|translate|teach|summari[sz]e|imagine|pretend|recommend|draw)',
			'(?:por favor )?(?:expli(?:ca|que)|descrev[ae]|tradu[zc]a?|ensin[ae]|resum[ae]|imagin[ae]|recomend[ae])',
		],
		japanese: '(?:説明|翻訳)して',
	},
	{ occasion: 'question', latin: [], japanese: '[?？]|(?:です|ます)か[。\\s]*$' },
	{
		occasion: 'question',
		place: 'start',
		latin: [
			"(?:so |and |but )?(?:what(?! an?(?![\\p{L}]))|why|how|who|whose|where|when|which|is|are|do|does|did|should|has|was|were)(?:'s)?",
			'(?:mas |e )?(?:o que|qual|quais|quem|como|onde|quando|por que|quantos?|quantas?)',
		],
		japanese: '(?:なぜ|どうして)',
	},
	{ occasion: 'greeting', place: 'start', latin: [greetings], japanese: 'こんにちは|こんばんは|おはよう|やあ' },
	{ occasion: 'cheer', latin: [], japanese: '[!！]\\s*$' },
];
