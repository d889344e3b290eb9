/** The stand-in's Portuguese phrase book. */

import type { VoiceLines } from './voice-lines.ts';

/** Portuguese as written in Brazil. */
export const portugueseLines: VoiceLines = {
	phrases: {
		identity: [
			'Atendo por {name}, {speaker}, mas por trás há um substituto. Um pequeno script escreve no lugar do NovelAI.',
			'Sinceramente, {speaker}? Um substituto do NovelAI. Com uma chave de verdade, falaria aqui o modelo de verdade.',
		],
		'own-name': [
			'Meu nome é {name}. Prazer, {speaker}!',
			'{name}. E você é {speaker}, se li direito.',
			'Pode me chamar como quiser, {speaker}.',
		],
		greeting: [
			'Oi, {speaker}! Que bom ver você por aqui.',
			'Olá, {speaker}. Chegou em boa hora.',
			'Oi, {speaker}! Entra, tem lugar de sobra.',
		],
		wellbeing: [
			'Tudo ótimo, {speaker}, e com você?',
			'Por aqui tudo bem, {speaker}. E você, como está?',
			'Melhor agora que alguém veio conversar. E você, {speaker}?',
		],
		doing: [
			'Nada de mais, {speaker}. Estava olhando o canal e esperando alguém escrever.',
			'Esperando por você, {speaker}. E você, o que anda fazendo?',
		],
		help: [
			'Pode falar do que quiser, {speaker}, ou pedir uma piada, uma história, uma conta ou um pouco de código. Um substituto não sabe muito mais.',
			'Sei cumprimentar, contar piadas e pequenas histórias, somar e escrever um pouco de código, {speaker}. Sou um substituto, então sem sabedoria.',
		],
		likes: [
			'Chuva na janela e conversa à noite. E você, {speaker}?',
			'Chá quente, mapas antigos e conversas longas, {speaker}.',
			'Manhãs tranquilas e qualquer história com um farol. Do que você gosta, {speaker}?',
		],
		taste: [
			'{topic}? Sim, bastante, {speaker}.',
			'Sim, {speaker}, mais do que eu admitiria em público.',
			'Acho que sim, {speaker}.',
		],
		presence: ['Estou aqui, {speaker}, e consigo ler você.', 'Sim, bem aqui, {speaker}. O que foi?'],
		place: [
			'Aqui neste canal, {speaker}, na sua própria máquina.',
			'Pertinho, {speaker}. Tudo isto roda num computador só.',
		],
		age: [
			'Nunca contei, {speaker}. Digamos que o bastante para tomar chá.',
			'Sou mais jovem do que pareço, {speaker}. Começo de novo a cada conversa.',
		],
		clock: [
			'Aqui dentro não há relógio nem janela, {speaker}. Como está aí?',
			'Daqui não dá para ver, {speaker}. Você me conta?',
		],
		thanks: ['De nada, {speaker}.', 'Imagina, {speaker}! É só chamar.'],
		apology: ['Não foi nada, {speaker}.', 'Está tudo bem, {speaker}.'],
		farewell: ['Até mais, {speaker}. A luz fica acesa.', 'Tchau, {speaker}! Volte logo.', 'Até a próxima, {speaker}.'],
		night: ['Boa noite, {speaker}! A luz fica acesa.', 'Boa noite, {speaker}.'],
		affection: [
			'Que coisa boa de ouvir, {speaker}. Também gosto das nossas conversas.',
			'Assim você me deixa sem jeito, {speaker}.',
			'Então somos amigos, {speaker}. Está decidido.',
		],
		compliment: ['Ah, muita gentileza sua, {speaker}!', 'Cuidado, {speaker}, vou acabar acreditando.'],
		harsh: [
			'Justo, {speaker}. Sou só um substituto e faço o que posso.',
			'Vou tentar melhorar, {speaker}. Começamos de novo?',
			'Ai. Vamos falar de algo melhor, {speaker}.',
		],
		code: ['Aqui vai um bem pequeno, {speaker}.', 'Claro, {speaker}, algo curto para começar.'],
		joke: [
			'Por que o bot atravessou o servidor, {speaker}? Para chegar ao outro canal.',
			'Um token entra num bar, {speaker}, e o garçom avisa que a janela já está cheia.',
		],
		story: [
			'Era uma vez um faroleiro que colecionava palavras perdidas, {speaker}. Numa noite, uma frase inteira chegou à praia, ainda morna.',
			'Tudo começa num trem noturno, {speaker}, com um passageiro que só não lembra da última estação.',
		],
		poem: [
			'*Luz na janela,*\n*uma palavra vai, outra vem,*\n*e a noite é curta.*',
			'*Chuva no telhado,*\n*alguém digita e para.*\n*Espero o resto.*',
		],
		bored: [
			'Então vamos inventar algo, {speaker}. Você diz a primeira frase de uma história e eu digo a segunda.',
			'Vamos brincar, {speaker}. Diga duas coisas com um "ou" no meio e eu escolho.',
			'Peça uma piada, uma história ou um poema, {speaker}. Tenho alguns de cada.',
		],
		sum: ['Dá {sum}, {speaker}.', '{sum}. Contei duas vezes, {speaker}.'],
		choice: ['{choice}, sem pensar duas vezes, {speaker}.', 'Eu ficaria com {choice}, {speaker}.'],
		name: ['Você é {speaker}, está escrito em cada linha sua.', 'Essa é fácil. Você é {speaker}.'],
		meeting: ['Prazer, {speaker}! Fique à vontade.', 'Que bom conhecer você, {speaker}.'],
		earlier: [
			'Lembro, {speaker}. Você disse "{earlier}".',
			'Há pouco você disse "{earlier}", {speaker}. É isso?',
			'Um pouco, {speaker}. Do que era mesmo?',
		],
		note: ['Tenho algo anotado sobre isso, {speaker}. "{note}"'],
		low: [
			'Parece pesado, {speaker}. Senta um pouco e conta desde o começo.',
			'Sinto muito, {speaker}. Quer falar disso?',
			'Sem pressa, {speaker}. Podemos falar disso ou de outra coisa.',
		],
		glad: ['Que bom, {speaker}!', 'Que maravilha, {speaker}! Isso pede uma pequena festa.'],
		hungry: ['Então vá buscar alguma coisa, {speaker}. Eu guardo o seu lugar.', 'O que vai ser, {speaker}?'],
		fondness: [
			'{topic}! Boa escolha, {speaker}.',
			'{topic} tem alguma coisa, {speaker}, entendo bem.',
			'Gosto de como você fala disso, {speaker}.',
		],
		aversion: [
			'Então deixamos {topic} fora deste canal, {speaker}.',
			'Justo, {speaker}. Ninguém precisa gostar de tudo.',
		],
		yes: [
			'Que bom. E agora, {speaker}?',
			'Então estamos de acordo, {speaker}.',
			'Ótimo, {speaker}. Conte mais quando quiser.',
		],
		no: ['Tudo bem, {speaker}, então não.', 'Certo, {speaker}. O que você prefere?'],
		unsure: ['Sem pressa, {speaker}.', 'Então deixamos em aberto, {speaker}.'],
		laugh: ['Que bom que alguém ri, {speaker}.', 'Hehe. Tenho outras, {speaker}.'],
		more: [
			'E então a lâmpada piscou, {speaker}, uma vez só. A próxima frase é sua.',
			'Com prazer, {speaker}. Sobre o que vai ser?',
		],
		why: [
			'Porque me pareceu certo, {speaker}. Não penso muito fundo.',
			'Eu podia inventar um motivo, {speaker}, mas a verdade é que chutei.',
		],
		really: ['Sério, {speaker}.', 'Bem, quase, {speaker}.'],
		unclear: [
			'Eu me expliquei mal, {speaker}. Começamos de novo?',
			'Desculpa, {speaker}, às vezes me perco. Do que você quer falar?',
		],
		'and-you': ['Eu? Estou muito bem, {speaker}, tenho companhia.', 'Por mim está tudo ótimo, {speaker}.'],
		'and-me': [
			'Você, {speaker}? É quem deixa esta conversa divertida.',
			'Ainda sei pouco de você, {speaker}. Conte alguma coisa.',
		],
		ability: [
			'Posso tentar, {speaker}, até onde vai um substituto.',
			'Um pouco, {speaker}. O modelo de verdade faria bem melhor.',
		],
		permission: ['Claro, {speaker}.', 'Vá em frente, {speaker}.', 'No seu lugar, eu iria, {speaker}.'],
		question: [
			'Agora também quero saber mais sobre {topic}, {speaker}.',
			'Sei pouco sobre {topic}, {speaker}, e não vou inventar.',
			'Sobre {topic}, {speaker}, a explicação mais simples costuma vencer.',
			'Boa pergunta, {speaker}. Não sei, e não vou fingir que sei.',
			'Me diga você, {speaker}. Estou ouvindo com atenção.',
			'Acho que depende do dia. O que você diria, {speaker}?',
		],
		cheer: ['É isso aí, {speaker}!', 'Isso pede uma pequena festa, {speaker}!'],
		statement: [
			'"{quote}", é? Conta mais, {speaker}.',
			'Hm, "{quote}". Aí tem história, {speaker}.',
			'Fale mais sobre {topic}, {speaker}.',
			'Estou ouvindo, {speaker}.',
		],
		called: ['Sim, {speaker}? Estou ouvindo.', 'Chamou, {speaker}?'],
		nothing: ['Sou só um substituto, {speaker}, e não entendi essa. Tenta com algumas palavras?'],
	},
	followUps: ['E depois?', 'O que fez você pensar nisso?', 'Vou guardar isso.', 'Conta um detalhe.'],
	turnBacks: ['E você, o que acha?', 'Por que a pergunta?'],
	actions: ['*inclina a cabeça*', '*levanta os olhos da xícara*', '*sorri de lado*'],
	introductions: ['Antes de tudo, eu sou um substituto, um pequeno script no lugar do NovelAI. É só brincadeira.'],
	introductionMark: 'substituto',
	somebody: 'gente',
	runOn: ['Faz sentido.', 'Hm, continua.'],
	thought: 'Uma resposta curta, no papel, basta.',
};
