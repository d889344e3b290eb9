/** Brazilian Portuguese: what people do with a whole conversation, and in the name of others. */
import type { enRoom } from './en-room.ts';

/** The messages by their dotted keys. */
export const ptBrRoom: Readonly<Record<keyof typeof enRoom, string>> = {
	'command.refresh.description': 'Faz a conversa deste canal começar de novo',
	'command.compact.description': 'Põe um resumo no lugar do que foi dito neste canal',
	'command.scene.description': 'Conta o que acontece, sem ser a fala de ninguém',
	'command.scene.text': 'O que acontece',
	'command.reward.description': 'Faz um carinho numa persona por alguma coisa',
	'command.reward.text': 'Por quê',
	'command.punish.description': 'Dá uma bronca numa persona por alguma coisa',
	'command.punish.text': 'Por quê',
	'command.gesture.persona': 'Qual persona; a principal se for omitido',
	'command.impersonate.description': 'Faz algo ser dito em nome de outra pessoa (requer Gerenciar servidor)',
	'command.impersonate.user.description': 'Escreve uma mensagem em nome de uma pessoa',
	'command.impersonate.user.user': 'Quem parece escrever',
	'command.impersonate.persona.description': 'Faz uma persona dizer algo',
	'command.impersonate.persona.persona': 'Qual persona',
	'command.impersonate.persona.text': 'O que ela diz, palavra por palavra; se omitido, o modelo escolhe as palavras',
	'command.impersonate.system.description': 'Põe na conversa palavras que não são de ninguém',
	'command.impersonate.system.text': 'As palavras',
	'notice.refresh': '{name} faz a conversa começar de novo aqui.',
	'notice.compact': 'A conversa até aqui',
	'notice.scene': 'Cena',
	'notice.system': 'Narração',
	'notice.reward': '{name} faz um carinho na cabeça de {persona}',
	'notice.punish': '{name} dá uma bronca em {persona}',
	'answer.room-blank': 'Não há palavras nisso.',
	'answer.room-private':
		'Sua configuração de privacidade deixa você fora de tudo o que as personas leem, então não conto nada disso a elas.',
	'answer.room-not-yours':
		'Só quem recebeu a última resposta, ou quem tem Gerenciar mensagens ou Gerenciar servidor, pode fazer isso aqui.',
	'answer.refreshed': 'Pronto: nada do que foi dito acima volta a aparecer. As memórias e o lore ficam.',
	'answer.compacted': 'Pronto: o resumo fica no lugar do que foi dito acima.',
	'answer.compact-nothing': 'Ninguém disse ainda nada que se possa resumir.',
	'answer.compact-unchanged': 'A conversa fica como está.',
	'answer.narrated': 'Pronto: agora faz parte da conversa.',
	'answer.rewarded': '**{name}** vai se lembrar disso.',
	'answer.punished': '**{name}** vai se lembrar disso.',
	'answer.gesture-not-kept':
		'Faz parte da conversa, mas não se guarda por que esta persona é elogiada ou repreendida: `conditioning_enabled` está desligado.',
	'answer.gesture-inactive':
		'Faz parte da conversa. O modelo de texto aqui é da NovelAI e não lê o registro ao lado dela: ele fica guardado, mas inativo até que outro modelo responda.',
	'answer.gesture-ignored': '**{name}** não dá atenção a você.',
	'answer.impersonated-user': 'Esse foi **{name}**, por assim dizer.',
	'answer.impersonated-persona': '**{name}** disse isso.',
	'answer.impersonate-direct': 'Nas mensagens diretas ninguém além de nós dois pode falar.',
	'answer.impersonate-nobody': 'Essa pessoa não está neste servidor.',
	'answer.impersonate-bot': 'Só escrevo em nome de pessoas.',
	'answer.impersonate-private':
		'**{name}** fica fora de tudo o que as personas leem, então não escrevo como essa pessoa escreveria.',
	'answer.impersonate-not-here': 'Ninguém pode falar por um webhook num canal assim.',
	'answer.impersonate-forbidden': 'Para isso preciso da permissão Gerenciar webhooks aqui.',
	'answer.impersonate-full':
		'Este canal já tem tantos webhooks quanto o Discord permite (15). Alguém precisa apagar um nas configurações primeiro.',
	'answer.setting-impersonation-prompt': 'O que se escreve em seu nome',
};
