/** Brazilian Portuguese: when and how often the bot answers. */
import type { Catalogue } from './en.ts';
import type { enAnswering } from './en-answering.ts';

/** The messages by their dotted keys. */
export const ptBrAnswering: Pick<Catalogue, keyof typeof enAnswering> = {
	'command.behavior.show.part': 'Qual parte das configurações',
	'command.behavior.part.talk': 'A conversa',
	'command.behavior.part.answering': 'Quando respondo',
	'answer.setting-auto-reply': 'Responder sem ser chamado após … mensagens',
	'answer.setting-deliberate': 'Palavras-gatilho só com @',
	'answer.setting-match-limit': 'Personas que uma mensagem chama',
	'answer.setting-cascade-limit': 'Respostas de personas a personas',
	'answer.setting-cascade-novelai':
		'O modelo de texto daqui é da NovelAI, com a qual personas nunca respondem umas às outras por conta própria.',
	'answer.setting-cooldown': 'Espera entre respostas, em segundos',
	'answer.setting-user-replies': 'Respostas por dia para cada pessoa',
	'answer.setting-channel-replies': 'Respostas por dia em um canal',
	'answer.setting-server-replies': 'Respostas por dia no servidor',
	'answer.setting-allow-channels': 'Canais onde respondo',
	'answer.setting-allow-roles': 'Cargos a que respondo',
	'answer.setting-allow-personas': 'Personas que podem responder',
	'answer.setting-members-teach': 'Membros adicionam memórias, lore e exemplos',
	'answer.setting-personal-memories': 'Memórias sobre pessoas aparecem',
	'answer.setting-conditioning': 'Elogios e broncas moldam a persona',
	'answer.setting-stop-strings': 'Textos de parada, um por linha',
	'answer.setting-speaker-stop': 'Pedir ao provedor que pare em nomes',
	'answer.setting-speaker-stop-novelai': 'O modelo de texto daqui é da NovelAI, com a qual isto está sempre ativo.',
	'answer.setting-servers-only': '`{name}` é para servidores: aqui não há canais nem cargos. Nada foi alterado.',
	'answer.setting-list-value': {
		one: '`{name}` aceita uma lista de no máximo {count}, como {takes}; um hífen nega. Nada foi alterado.',
		other: '`{name}` aceita uma lista de no máximo {count}, como {takes}; um hífen nega. Nada foi alterado.',
	},
	'answer.setting-list-saved':
		'Salvo: `{name}` agora é {value}. Havendo algum permitido, todos os outros são negados; − é negado.',
	'answer.setting-rules-full': {
		one: 'Cabe {count} regra ao todo. Nada foi alterado.',
		other: 'Cabem {count} regras ao todo. Nada foi alterado.',
	},
	'answer.reply-denied': 'Não respondo a isso aqui.',
	'notice.lost': 'Fui interrompida antes de conseguir responder. Pergunte de novo, por favor.',
	'notice.cooldown-user': 'Posso responder a você de novo {until}.',
	'notice.cooldown-channel': 'Posso responder neste canal de novo {until}.',
	'notice.cooldown-server': 'Posso responder neste servidor de novo {until}.',
	'notice.quota-user': {
		one: 'Você já teve sua {count} resposta de hoje. A contagem recomeça {until}.',
		other: 'Você já teve suas {count} respostas de hoje. A contagem recomeça {until}.',
	},
	'notice.quota-channel': {
		one: 'Este canal já teve sua {count} resposta de hoje. A contagem recomeça {until}.',
		other: 'Este canal já teve suas {count} respostas de hoje. A contagem recomeça {until}.',
	},
	'notice.quota-server': {
		one: 'Este servidor já teve sua {count} resposta de hoje. A contagem recomeça {until}.',
		other: 'Este servidor já teve suas {count} respostas de hoje. A contagem recomeça {until}.',
	},
	'notice.near-limit-user': {
		one: '{used} de sua {count} resposta de hoje foi usada. A contagem recomeça {until}.',
		other: '{used} de suas {count} respostas de hoje foram usadas. A contagem recomeça {until}.',
	},
	'notice.near-limit-channel': {
		one: '{used} de {count} resposta deste canal de hoje foi usada. A contagem recomeça {until}.',
		other: '{used} de {count} respostas deste canal de hoje foram usadas. A contagem recomeça {until}.',
	},
	'notice.near-limit-server': {
		one: '{used} de {count} resposta deste servidor de hoje foi usada. A contagem recomeça {until}.',
		other: '{used} de {count} respostas deste servidor de hoje foram usadas. A contagem recomeça {until}.',
	},
};
