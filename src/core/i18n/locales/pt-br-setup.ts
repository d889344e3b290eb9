/** Brazilian Portuguese: the first hour, and pictures of what happened since. */

import type { Catalogue } from './en.ts';
import type { enSetup } from './en-setup.ts';

/** The messages by their dotted keys. */
export const ptBrSetup: Pick<Catalogue, keyof typeof enSetup> = {
	'notice.greeting':
		'Olá! Eu sou **{name}**. Mencione-me ({mention}) ou responda a mim, e conversamos.\nQuem gerencia este servidor pode me configurar com `/setup`: chave, modelo, persona, idioma e canais, em um minuto.',
	'command.setup.description': 'Configurar passo a passo: chave, modelo, persona, idioma, canais',
	'answer.setup-step': 'Passo {step} de {count}: {title}',
	'answer.setup-now': '**Agora:** {value}',
	'answer.setup-back': 'Voltar',
	'answer.setup-next': 'Próximo',
	'answer.setup-saved': 'Salvo.',
	'answer.setup-key-title': 'Chave',
	'answer.setup-key-text':
		'Escrevo por meio do NovelAI, e para isso preciso de uma chave: um *persistent API token* (NovelAI → Account → Get Persistent API Token). Ela é verificada, guardada criptografada e nunca mais mostrada. Para outros servidores, veja `/provider add`.',
	'answer.setup-keys': { one: '{count} chave disponível.', other: '{count} chaves disponíveis.' },
	'answer.setup-enter-key': 'Informar uma chave',
	'answer.setup-model-title': 'Modelo',
	'answer.setup-model-text':
		'Qual modelo escreve as respostas. Modelos de chat conversam; modelos de história continuam um texto. O resto fica em `/model parameters`.',
	'answer.setup-persona-title': 'Persona',
	'answer.setup-persona-text':
		'Falo como **{name}**. Mantenha assim ou dê outro nome. `/persona edit` muda o resto, `/persona create` cria alguém novo e `/persona import` aceita um cartão de personagem (PNG, JSON ou CHARX).',
	'answer.setup-rename': 'Renomear',
	'answer.setup-language-title': 'Idioma',
	'answer.setup-language-text':
		'O idioma dos avisos e das respostas a comandos. O que a persona fala é assunto da persona.',
	'answer.setup-channels-title': 'Canais',
	'answer.setup-channels-text':
		'Em qualquer lugar respondo quando me mencionam, me respondem ou me chamam pelo nome. Nos canais escolhidos aqui respondo a todas as mensagens. `/behavior set auto_reply` permite responder menos.',
	'answer.setup-done-title': 'Tudo pronto',
	'answer.setup-done-text':
		'Mencione-me em um canal ou mande uma mensagem direta, e **{name}** responde. `/behavior show` lista tudo o mais que pode ser configurado.',
	'command.stats.description': 'Quem conversou com quem aqui, por dia',
	'command.stats.days': 'Quantos dias, de 1 a 90; 14 se omitido',
	'answer.stats-off': 'Quem me opera desligou a contagem.',
	'answer.stats-days': 'Posso olhar de {min} a {max} dias para trás.',
	'answer.stats-none': {
		one: 'Ninguém conversou comigo aqui no último {count} dia.',
		other: 'Ninguém conversou comigo aqui nos últimos {count} dias.',
	},
	'answer.stats-title': 'Quem conversou com quem',
	'answer.stats-subtitle': {
		one: '{first} – {last} (UTC) · {count} mensagem, nos dois sentidos',
		other: '{first} – {last} (UTC) · {count} mensagens, nos dois sentidos',
	},
	'answer.stats-by-day': 'Por dia',
	'answer.stats-by-person': 'Pessoas e personas',
	'answer.stats-total': 'Total',
	'answer.stats-others': 'Outros',
	'answer.stats-unnamed': 'Sem nome',
	'answer.stats-former': 'Persona antiga',
};
