/** Brazilian Portuguese: the settings of behaviour, and the commands that set them. */
import type { Catalogue } from './en.ts';
import type { enSettings } from './en-settings.ts';
import { ptBrAnswering } from './pt-br-answering.ts';
import { ptBrPrivacy } from './pt-br-privacy.ts';

/** The messages by their dotted keys. */
export const ptBrSettings: Pick<Catalogue, keyof typeof enSettings> = {
	...ptBrAnswering,
	...ptBrPrivacy,
	'command.behavior.set.form-title': 'Um valor de várias linhas',
	'command.behavior.set.form-value': 'O valor, ou default para herdar de novo',
	'command.behavior.set.form-more': 'A continuação, se um campo não bastar',
	'answer.form-forgotten':
		'Fui reiniciado depois que esse formulário foi aberto e não sei mais para que era. Use o comando outra vez.',
	'command.zone.description': 'Define o fuso horário em que se contam os dias e as horas',
	'command.zone.value': 'Como Europe/Berlin, +09:00 ou 5.5; default para herdar de novo',
	'command.zone.scope': 'Para este servidor (exige Gerenciar Servidor) ou só para você',
	'command.language.description': 'Define o idioma em que falo de mim',
	'command.language.value': 'Qual idioma',
	'command.language.scope': 'Para este servidor (exige Gerenciar Servidor) ou só para você',
	'command.language.en': 'English',
	'command.language.ja': '日本語',
	'command.language.pt-br': 'Português (Brasil)',
	'answer.setting-system-prompt': 'Prompt de sistema do servidor',
	'answer.setting-channel-prompt': 'Prompt do canal',
	'answer.setting-channel-prompt-mode': 'Como ele se soma ao do servidor',
	'answer.setting-persona-prompt': 'Prompt da persona',
	'answer.setting-context-note': 'Nota de contexto',
	'answer.setting-context-note-depth': 'Mensagens depois da nota',
	'answer.setting-time-awareness': 'Noção de tempo',
	'answer.setting-uncensor-space': 'Sem censura: outros espaços',
	'answer.setting-uncensor-sanitize': 'Sem censura: palavras com pontos',
	'answer.setting-verbatim-tools': 'Chamadas de ferramentas em texto simples',
	'answer.setting-vision-model': 'Modelo que olha imagens por um que não vê',
	'answer.setting-takes-text': {
		one: 'um texto de no máximo {count} caractere',
		other: 'um texto de no máximo {count} caracteres',
	},
	'answer.setting-inactive':
		'O modelo de texto daqui é da NovelAI, que não lê nada disso: fica salvo, mas inativo, até que outro modelo responda.',
};
