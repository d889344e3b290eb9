/** Brazilian Portuguese: what is stored of people, and how it is forgotten. */

import type { Catalogue } from './en.ts';
import type { enPrivacy } from './en-privacy.ts';

/** The messages by their dotted keys. */
export const ptBrPrivacy: Pick<Catalogue, keyof typeof enPrivacy> = {
	'command.privacy.description': 'Quanto de você posso usar e o que guardei sobre você',
	'command.privacy.level': 'Um novo nível; sem ele, só mostra',
	'command.privacy.none': 'nenhum',
	'command.privacy.partial': 'parcial',
	'command.privacy.full': 'total',
	'command.forget.description': 'Fazer com que eu esqueça alguém',
	'command.forget.me.description': 'Remover tudo o que guardei sobre você',
	'answer.privacy-title': 'Sua privacidade',
	'answer.privacy-saved': 'Salvo.',
	'answer.privacy-line': '**{level}**: {meaning}',
	'answer.privacy-none': 'nada é retido.',
	'answer.privacy-partial': 'memórias sobre você nunca aparecem, e as estatísticas não dizem seu nome.',
	'answer.privacy-full': 'não leio nada do que você escreve, não lembro de nada e não respondo a você.',
	'answer.privacy-stored': 'O que guardei sobre você',
	'answer.privacy-where': 'Onde fica',
	'answer.privacy-where-text':
		'No banco de dados de quem me mantém, e em nenhum outro lugar; as chaves são criptografadas. Para uma resposta, o que foi dito no canal vai ao provedor cujo modelo a escreve, e uma imagem ao que deve olhá-la. `/forget me` remove tudo.',
	'answer.data-line': '{kind}: {count}',
	'answer.data-change': '{kind}: {before} → {after}',
	'answer.data-profile': 'Seu nome no Discord e seu nível',
	'answer.data-memories': 'Memórias sobre você',
	'answer.data-taught': 'Memórias que você contou a um servidor',
	'answer.data-names': 'Como você pediu para ser chamado',
	'answer.data-settings': 'Suas configurações',
	'answer.data-keys': 'Suas chaves',
	'answer.data-providers': 'Seus próprios provedores',
	'answer.data-turns': 'Respostas a você',
	'answer.data-texts': 'Mensagens dessas respostas',
	'answer.data-lines': 'Linhas suas das últimas horas',
	'answer.data-stats': 'Contagens das suas mensagens, por dia',
	'answer.data-limits': 'Esperas e contagens diárias',
	'answer.data-gestures': 'Recompensas, broncas e cenas suas',
	'answer.data-reunions': 'Saudações a caminho',
	'answer.data-voices': 'Mensagens que bots publicam por você',
	'answer.data-direct': 'Nossas mensagens diretas: configurações, chaves, personas, memórias',
	'answer.data-blocks': 'Bloqueios e listas de servidores (ficam)',
	'answer.forget-nothing': 'Não guardei nada sobre você.',
	'answer.forget-ask': 'Devo esquecer tudo isto? Não há volta. O que estou escrevendo para você agora também termina.',
	'answer.forget-stays': 'O que fica',
	'answer.forget-stays-text':
		'Bloqueios de servidores, pois protegem outras pessoas; o que você contou a um servidor, sem seu nome; e todas as mensagens no Discord, que não cabe a mim remover. Eu as leio quando alguém fala comigo no canal, a menos que você escolha depois `/privacy level: full`.',
	'answer.button-forget': 'Esqueça-me',
	'answer.forget-kept': 'Não esqueci nada.',
	'answer.forgotten-title': 'Antes → agora',
	'answer.forgotten': 'Esqueci você. Isto é o que procurei depois, e o que encontrei:',
	'answer.forgotten-partly':
		'Nem tudo sumiu: algo sobre você foi escrito nesse meio-tempo. Use `/forget me` mais uma vez.',
	'answer.setting-retention': 'Dias até as respostas serem esquecidas',
};
