/** Lines that ask the persona about herself. */

import { intensity, type OccasionRow, voceE, whom, youAre } from './occasion-row.ts';

const voce = '(?:você|vc|tu|cê)';

/** In order of precedence. */
export const rowsAboutHer: readonly OccasionRow[] = [
	{
		occasion: 'name',
		latin: [
			"(?:what(?:'s| is)|know|remember|say|guess|forgot|forget) my name",
			'who am i(?! (?:talking|speaking|chatting|writing))',
			'(?:do you|you) know (?:me|who i am)',
			'(?:qual é (?:o )?|sabe (?:o )?|lembra (?:d?o )?)meu nome',
			'quem sou eu',
			'(?:me conhece|sabe quem eu sou)',
		],
		japanese: '(?:私|僕|俺|わたし|ぼく)の名前(?!は[^？?何な])|(?:私|僕|俺)(?:は|って)?(?:誰|だれ)',
	},
	{
		occasion: 'meeting',
		latin: [
			"my name(?:'s| is)",
			'call me',
			'(?:nice|pleased|glad) to meet you',
			"i(?:'m| am) new(?: here)?",
			'meu nome é',
			'me chamo',
			'prazer',
			'sou nov[oa] aqui',
		],
		japanese: '(?:私|僕|俺)の名前は|はじめまして|初めまして|と申します|と言います',
	},
	{
		occasion: 'identity',
		latin: [
			`who (?:or what )?are ${whom}`,
			`what are ${whom}(?! \\w+ing| up to| into| interested)`,
			'who is this',
			'who am i (?:talking|speaking|chatting|writing)',
			`are ${whom} ${intensity}(?:bot|ai|human|robot|real|person|model|language model|machine|program|script|novelai)`,
			`${youAre}(?:bot|ai|robot|machine|program|script)`,
			'introduce yourself|about yourself|stand-?in|substituto',
			'is this (?:really )?(?:novelai|glm|kayra|an? (?:ai|bot))',
			`quem (?:é|és) ${voce}|o que (?:é ${voce}|${voce} é)|com quem (?:eu )?(?:estou|tô) falando`,
			`${voceE}(?:bot|robô|ia|real|human[oa]|pessoa|máquina|modelo)`,
			'se apresent[ae]|(?:sobre|de) você mesm[oa]|fal[ae] (?:um pouco )?sobre você',
		],
		japanese:
			'(?:あなた|君|きみ|お前)は?(?:誰|だれ|何)(?!が|を|歳)|(?:誰|だれ)(?:です|なの|だ|[？?]|$)|何者|人間(?:です|なの|[？?])|(?:ボット|(?<![a-z])AI|ロボット)(?:です|なの|[？?]|だ)|自己紹介|代役',
	},
	{
		occasion: 'own-name',
		latin: [
			"what(?:'s|s| is| was) your (?:full |real |first )?name|(?:tell me |and )your name|do you have a name",
			'what (?:should|shall|do|can) i call you|how (?:are you|should i) call(?:ed)?',
			'qual (?:é )?(?:o )?(?:seu|teu) nome|(?:e )?(?:seu|teu) nome|como (?:é que )?(?:você |vc |tu )?(?:se chama|te chamas)|como (?:posso|devo) (?:te )?chamar',
		],
		japanese: '名前(?:は|を教え|って|なに|何|[？?])|(?:何|なん)て呼',
	},
	{
		occasion: 'code',
		latin: [
			'(?:write|show|give|make|need|want|help|example|how|can|could|please|some)(?![\\p{L}]).*(?:code|function|script|snippet|program)',
			'(?:python|javascript|typescript|rust|sql|bash) (?:code|function|script|snippet|program)',
			'(?:escrev[ae]|escrever|mostr[ae]|faz|faça|fazer|preciso|quero|exemplo|pode|dá)(?![\\p{L}]).*(?:código|função|script|programa)',
		],
		japanese: 'コード|関数|プログラム|スクリプト',
	},
	{
		occasion: 'affection',
		latin: [
			'(?:love|like|adore|miss|missed) (?:you|u|ya)(?! (?:to|a))',
			'do you (?:love|like|miss) me|marry me|are we friends|(?:be|become) (?:my )?friends?|hugs?|kiss',
			'te amo|te adoro|(?:amo|adoro) você|gosto (?:muito )?de (?:você|ti)|saudades?|sua falta|casa comigo|abraços?|beijos?|(?:me ama|gosta de mim)|somos amigos|(?:meu|minha) amig[oa]\\?',
		],
		japanese: '(?:君|きみ|あなた|お前)(?:が|のこと(?:が)?)?(?:大?好き|すき)|愛して|結婚して|会いたかった|友達になって',
	},
	{
		occasion: 'wellbeing',
		latin: [
			`how (?:are|r) (?:${whom}|things)|how (?:do|are) you (?:feel|feeling|doing)|how you doing|how have you been`,
			"how(?:'s| is| was) (?:it going|life|everything|(?:your|the) (?:day|night|morning|week|evening))",
			`are ${whom} ${intensity}(?:ok|okay|alright|well|happy|sad|tired|fine|hungry|sleepy|bored|busy|good)`,
			"what'?s up|sup|wassup|(?:you|u) (?:ok|okay|alright|good)",
			'tudo (?:bem|bom|certo|joia|tranquilo)|td bem|e aí|como (?:é que )?(?:(?:você|vc|tu|cê|as coisas) )?(?:est[áã]o?|tá|vai|vão|anda|andam|estás)',
			'como foi (?:o )?(?:seu|teu) dia|(?:você|vc|tu) (?:está|tá) (?:bem|feliz|triste|cansad[oa])',
		],
		japanese: '元気(?!が?(?:ない|出ない)|じゃない)|調子(?:は|どう)|ご機嫌',
	},
	{
		occasion: 'doing',
		latin: [
			`what are ${whom} (?:\\w+ing|up to)|what did you do|what have you been|what's new|what do you do all day`,
			'(?:o )?que (?:(?:você|vc|tu|cê) )?(?:está|tá|anda|estava) (?:fazendo|lendo|pensando|a fazer)|fazendo o qu[eê]|(?:as )?novidades|no que (?:você )?(?:está )?pensa(?:ndo)?',
		],
		japanese: '(?:何|なに)を?(?:して|考えて|読んで|食べて)|最近(?:は)?どう',
	},
	{
		occasion: 'help',
		latin: [
			'what can (?:you|u|i|we) (?:do|say|ask)|what do you do|what should i (?:say|ask|try)|how (?:does|do) (?:this|it|that|you) work|help|what is this',
			'(?:o )?que (?:(?:você|vc|tu|cê) )?(?:pode|sabe|consegue) fazer|como (?:isso|isto|você) funciona|ajuda|ajude|o que é (?:isso|isto)',
		],
		japanese: '何(?:が|を)?でき|使い方|ヘルプ|助けて|これは(?:何|なに)|どうやって使',
	},
	{
		occasion: 'choice',
		latin: ['\\p{L}{2,} (?:or|ou) (?:\\p{L}+ ?){1,4}\\?$'],
		japanese: 'それとも|(?:どっち|どちら)',
	},
	{
		occasion: 'likes',
		latin: [
			'what (?:(?:kind|sort) of \\w+ )?(?:do|would|else do) you (?:like|love|enjoy|prefer|want|collect)|your (?:\\w+ )?(?:favou?rites?|hobby|hobbies|interests)|what are you (?:into|interested)|who do you (?:like|love)',
			`(?:do|de) que(?:m)? (?:é que )?(?:${voce} )?(?:mais )?gosta|o que (?:é que )?${voce} (?:mais )?(?:gosta|curte|ama|quer|prefere|adora)|favorit[oa]s?|(?:seus? |teus? )(?:hobbies|hobby|passatempos?)|gosta de (?:fazer )?(?:o )?qu[eê]`,
		],
		japanese:
			'(?:何|なに)が(?:一番)?(?:好き|すき|欲しい|ほしい)|好きな.{0,10}(?:は|って)(?:何|なに|[？?]|$|ありま|ある)|趣味',
	},
	{
		occasion: 'taste',
		latin: [
			`(?:do|did|would|don't) ${whom} (?:\\w+ )?(?:like|love|enjoy|hate|prefer)|you (?:like|love|enjoy) .*\\?`,
			`${voce} (?:também |não )?(?:gosta|curte|ama|adora|odeia|prefere)|^gosta de`,
		],
		japanese: '(?:好き|すき|嫌い)(?:ですか|なの|かな|[？?])',
	},
	{
		occasion: 'place',
		latin: [
			`where (?:are|r) (?:${whom}|we|i)|where am i|where(?:'s| is) (?:this|here)|where do you (?:live|come|stay|sleep|work)|what is this place|where(?:'re| from)`,
			`(?:de )?(?:onde|aonde) (?:é que )?(?:${voce} )?(?:está|tá|mora|vive|fica|veio|é|estou|estamos|eu estou)|cadê`,
		],
		japanese: 'どこ(?:に(?:いる|い|住)|から|です|なの|だ|住|出身|[？?]|$)|出身',
	},
	{
		occasion: 'presence',
		latin: [
			`are ${whom} (?:still |even |really )*(?:there|here|awake|online|listening|around|alive|working|on)|(?:anybody|anyone|somebody) (?:there|here|home)|you (?:still )?there`,
			`(?:can|do) ${whom} (?:hear|see|read|understand) (?:me|us|this|that|it)`,
			'(?:está|tá|ta|estás) (?:aí|ai|acordad[oa]|online|me ouvindo|ouvindo|viv[oa])|alguém aí|me (?:ouve|escuta|ouvindo|entende)|(?:consegue|pode) me (?:ouvir|ver|ler|entender)',
		],
		japanese:
			'(?:いる|います|いますか|聞こえる|聞こえます|聞こえますか|聞いてる|起きてる)(?:か|の|よね)?[？?。!！]*$|もしもし',
	},
	{
		occasion: 'presence',
		place: 'whole',
		latin: ['(?:test(?:ing)?|teste|ping|anyone|anybody)(?: (?:one two|1 2|test))*'],
		japanese: 'テスト(?:です)?',
	},
	{
		occasion: 'age',
		latin: [
			`how old (?:are|r) ${whom}|your (?:age|birthday)|when were you born`,
			'quantos anos|(?:sua|tua) idade|(?:seu|teu) aniversário',
		],
		japanese: '何歳|おいくつ|年齢|誕生日は?いつ',
	},
	{
		occasion: 'clock',
		latin: [
			"what(?:'s| is) the (?:time|date|day|weather)|what (?:time|day|date) is|how(?:'s| is) the weather|is it (?:raining|sunny|cold|snowing|late)",
			'que horas|que dia é|como (?:está|tá) o (?:tempo|clima)|vai chover',
		],
		japanese: '何時|何曜日|何日|天気(?:は|どう|[？?])',
	},
];
