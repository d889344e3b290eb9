/** Brazilian Portuguese: custom endpoints and their keys. */
import type { Catalogue } from './en.ts';
import type { enProviders } from './en-providers.ts';

/** The messages by their dotted keys. */
export const ptBrProviders: Pick<Catalogue, keyof typeof enProviders> = {
	'command.provider.description': 'Modelos de chat de outros servidores que falam como a OpenAI',
	'command.provider.add.description': 'Adiciona um endpoint; a chave, se houver, vai em um formulário privado',
	'command.provider.add.name': 'Como ele se chama aqui: letras, dígitos, - e _',
	'command.provider.add.modal-title': 'Chave do endpoint',
	'command.provider.add.modal-key': 'Chave de API; deixe vazio se não precisar',
	'command.provider.edit.description': 'Muda um endpoint',
	'command.provider.remove.description': 'Apaga um endpoint e as chaves dele',
	'command.provider.test.description': 'Pergunta a um endpoint se ele responde',
	'command.provider.list.description': 'Mostra os endpoints, sem as chaves',
	'command.provider.scope': 'Para este servidor (exige Gerenciar Servidor) ou só para você',
	'command.provider.name': 'Qual deles',
	'command.provider.base-url': 'O endereço, como https://models.example/v1',
	'command.provider.model': 'O modelo como o endpoint o chama',
	'command.provider.window': 'Tokens que o prompt e a resposta dividem',
	'command.provider.output-limit': 'Maior resposta em tokens',
	'command.provider.images': 'Se o modelo vê imagens',
	'command.provider.videos': 'Se o modelo vê vídeos',
	'command.provider.tools': 'Se o modelo sabe chamar ferramentas',
	'command.provider.verbatim': 'Se as ferramentas são chamadas em texto simples, em todo o escopo',
	'answer.provider-name-shape': 'Um nome tem de 1 a {count} letras, dígitos, `-` e `_`; nada foi guardado.',
	'answer.provider-address-shape':
		'`base_url` recebe o endereço de um servidor web com no máximo {count} caracteres, sem nome, senha ou consulta; nada foi guardado.',
	'answer.provider-address-private':
		'Esse endereço leva a uma rede privada, que só o dono desta aplicação pode indicar; nada foi guardado.',
	'answer.provider-address-unknown': 'Esse endereço não leva a lugar nenhum no momento; nada foi guardado.',
	'answer.provider-model-shape': '`model` recebe de 1 a {count} caracteres; nada foi guardado.',
	'answer.provider-number': '`{name}` recebe um número inteiro de {min} a {max}; nada foi guardado.',
	'answer.provider-output-window':
		'`output_limit` precisa ser menor que `window`, que o prompt e a resposta dividem; nada foi guardado.',
	'answer.provider-exists': 'Já existe um provedor chamado **{name}**; `/provider edit` muda os que foram adicionados.',
	'answer.provider-too-many': 'Um escopo guarda no máximo {count} provedores.',
	'answer.provider-added':
		'**{name}** está guardado. `/provider test` pergunta se ele responde, e `/model set model: {codename}` faz com que ele escreva as respostas.',
	'answer.provider-edited': '**{name}** foi mudado.',
	'answer.provider-key-dropped':
		'As chaves dele tinham sido dadas a outro host e foram apagadas; `/key set provider: {codename}` recebe uma nova.',
	'answer.provider-unknown': 'Não há nenhum provedor chamado {name} nesse escopo; `/provider list` mostra todos.',
	'answer.provider-removed': '**{name}** e as chaves dele foram apagados.',
	'answer.provider-was-chosen': 'Era o modelo escolhido; `/model set` escolhe outro.',
	'answer.provider-works': '**{name}** responde, e {model} está entre os modelos dele.',
	'answer.provider-answers': '**{name}** responde; ele não diz se tem {model}.',
	'answer.provider-model-missing': '**{name}** responde, mas {model} não é nenhum dos modelos que ele lista ({count}).',
	'answer.providers-title': 'Provedores personalizados',
	'answer.provider-limits': '{window} tokens, dos quais a resposta usa no máximo {output}',
	'answer.provider-images': 'imagens',
	'answer.provider-videos': 'vídeos',
	'answer.provider-tools': 'ferramentas',
	'answer.provider-tools-verbatim': 'ferramentas, chamadas em texto simples',
	'answer.provider-vision': 'olha imagens por outros modelos',
	'answer.provider-blind':
		'Não consta que **{name}** veja imagens: `/provider edit name: {name} images: yes` diz isso. Nada foi mudado.',
	'answer.provider-was-vision': 'Era o modelo que olha imagens; `/behavior set name: vision_model` escolhe outro.',
	'answer.field-vision': 'Olha imagens',
	'answer.key-shape-custom': 'Isso não pode ser uma chave: tem espaços ou caracteres que nenhum cabeçalho aceita.',
	'answer.key-saved-custom': '{provider} aceita a chave, que está guardada cifrada (impressão: {fingerprint}).',
	'answer.key-added-custom':
		'{provider} aceita a chave, que se reveza com as outras (impressão: {fingerprint}). Este servidor tem agora {count} chaves dele.',
};
