/** The stand-in's Portuguese phrase book. */

import type { VoiceLines } from './voice-lines.ts';

/** Portuguese as written in Brazil. */
export const portugueseLines: VoiceLines = {
	phrases: {
		identity: [
			'Atendo por {name}, {speaker}, mas por trás há um substituto. Um pequeno script escreve no lugar do NovelAI.',
			'Sinceramente, {speaker}? Um substituto do NovelAI com o nome {name} no crachá.',
		],
		greeting: [
			'Oi, {speaker}! Que bom ver você por aqui.',
			'Olá, {speaker}. Chegou em boa hora.',
			'{speaker}! Entra, tem lugar de sobra.',
		],
		thanks: ['De nada, {speaker}.', 'Imagina, {speaker}! É só chamar.'],
		farewell: ['Até mais, {speaker}. A luz fica acesa.', 'Boa noite, {speaker}!'],
		code: ['Aqui vai um bem pequeno, {speaker}.', 'Claro, {speaker}, algo curto para começar.'],
		joke: [
			'Por que o bot atravessou o servidor, {speaker}? Para chegar ao outro canal.',
			'Um token entra num bar, {speaker}, e o garçom avisa que a janela já está cheia.',
		],
		story: [
			'Era uma vez um faroleiro que colecionava palavras perdidas, {speaker}. Numa noite, a palavra "{topic}" chegou à praia, ainda morna.',
			'Tudo começa num trem noturno, {speaker}, com um passageiro que só não lembra da última estação.',
		],
		sum: ['Dá {sum}, {speaker}.', '{sum}. Contei duas vezes, {speaker}.'],
		choice: ['{choice}, sem pensar duas vezes, {speaker}.', 'Eu ficaria com {choice}, {speaker}.'],
		name: ['Você é {speaker}, está escrito em cada linha sua.'],
		earlier: ['Lembro, {speaker}. Você disse "{earlier}".'],
		note: ['Tenho algo anotado sobre isso, {speaker}. "{note}"'],
		low: ['Parece pesado, {speaker}. Senta um pouco e conta desde o começo.', 'Sem pressa, {speaker}.'],
		question: [
			'Boa pergunta, {speaker}. Acho que {topic} é só metade da resposta.',
			'Sobre {topic}, {speaker}, eu começaria devagar.',
			'Agora também fiquei curioso sobre {topic}, {speaker}.',
		],
		cheer: ['É isso aí, {speaker}!', 'Isso pede uma pequena festa, {speaker}!'],
		statement: [
			'Então {topic} está na sua cabeça, {speaker}.',
			'"{quote}", é? Conta mais, {speaker}.',
			'Sabe, {speaker}, eu nunca tinha visto {topic} desse jeito.',
		],
		nothing: ['Sou só um substituto, {speaker}, e não entendi essa. Tenta com algumas palavras?'],
	},
	followUps: ['E depois?', 'O que fez você pensar nisso?', 'Vou guardar isso.', 'Conta um detalhe.'],
	actions: ['*inclina a cabeça*', '*levanta os olhos da xícara*', '*sorri de lado*'],
	introductions: ['Antes de tudo, eu sou um substituto, um pequeno script no lugar do NovelAI. É só brincadeira.'],
	introductionMark: 'substituto',
	somebody: 'gente',
	runOn: ['Faz sentido.', 'Hm, continua.'],
	thought: 'Uma resposta curta, no papel, basta.',
};
