/** Japanese: custom endpoints and their keys. */
import type { Catalogue } from './en.ts';
import type { enProviders } from './en-providers.ts';

/** The messages by their dotted keys. */
export const jaProviders: Pick<Catalogue, keyof typeof enProviders> = {
	'command.provider.description': 'OpenAI互換の他のサーバーのチャットモデル',
	'command.provider.add.description': 'エンドポイントを追加します（キーがあれば非公開のフォームに入力）',
	'command.provider.add.name': 'ここでの呼び名：英字、数字、- と _',
	'command.provider.add.modal-title': 'エンドポイントのキー',
	'command.provider.add.modal-key': 'APIキー。不要なら空のまま',
	'command.provider.edit.description': 'エンドポイントを変更します',
	'command.provider.remove.description': 'エンドポイントとそのキーを削除します',
	'command.provider.test.description': 'エンドポイントが応答するか確かめます',
	'command.provider.list.description': 'エンドポイントを表示します（キーは表示しません）',
	'command.provider.scope': 'このサーバー（「サーバー管理」が必要）か、あなただけか',
	'command.provider.name': 'どれか',
	'command.provider.base-url': 'アドレス。例：https://models.example/v1',
	'command.provider.model': 'エンドポイントでのモデル名',
	'command.provider.window': 'プロンプトと返信で共有するトークン数',
	'command.provider.output-limit': '返信の最大トークン数',
	'command.provider.images': 'モデルが画像を見られるか',
	'command.provider.videos': 'モデルが動画を見られるか',
	'command.provider.tools': 'モデルがツールを呼び出せるか',
	'command.provider.verbatim': 'ツールをプレーンテキストで呼び出すか（この範囲のすべてのエンドポイント）',
	'answer.provider-name-shape': '名前は英字、数字、`-`、`_` で1〜{count}文字です。何も保存していません。',
	'answer.provider-address-shape':
		'`base_url` はウェブサーバーのアドレスで、{count}文字以内、ユーザー名・パスワード・クエリなしにしてください。何も保存していません。',
	'answer.provider-address-private':
		'そのアドレスはプライベートネットワークにつながるため、このアプリケーションの所有者だけが指定できます。何も保存していません。',
	'answer.provider-address-unknown': 'そのアドレスは今どこにもつながりません。何も保存していません。',
	'answer.provider-model-shape': '`model` は1〜{count}文字です。何も保存していません。',
	'answer.provider-number': '`{name}` は{min}〜{max}の整数です。何も保存していません。',
	'answer.provider-output-window':
		'`output_limit` は、プロンプトと返信が共有する `window` より小さくしてください。何も保存していません。',
	'answer.provider-exists':
		'**{name}** というプロバイダーはすでにあります。追加したものは `/provider edit` で変更できます。',
	'answer.provider-too-many': { other: '一つの範囲に置けるプロバイダーは{count}個までです。' },
	'answer.provider-added':
		'**{name}** を保存しました。`/provider test` で応答を確かめ、`/model set model: {codename}` で返信を任せられます。',
	'answer.provider-edited': '**{name}** を変更しました。',
	'answer.provider-key-dropped':
		'キーは別のホストに渡されたものなので削除しました。`/key set provider: {codename}` で新しいキーを設定できます。',
	'answer.provider-unknown': 'その範囲に{name}というプロバイダーはありません。`/provider list` ですべて表示できます。',
	'answer.provider-removed': '**{name}** とそのキーを削除しました。',
	'answer.provider-was-chosen': '選ばれていたモデルでした。`/model set` で別のモデルを選んでください。',
	'answer.provider-works': '**{name}** は応答し、{model}はそのモデルの一つです。',
	'answer.provider-answers': '**{name}** は応答しますが、{model}があるかどうかは答えません。',
	'answer.provider-model-missing': '**{name}** は応答しますが、一覧のモデル（{count}個）の中に{model}はありません。',
	'answer.providers-title': 'カスタムプロバイダー',
	'answer.provider-limits': '{window}トークン、うち返信は最大{output}',
	'answer.provider-images': '画像',
	'answer.provider-videos': '動画',
	'answer.provider-tools': 'ツール',
	'answer.provider-tools-verbatim': 'ツール（プレーンテキストで呼び出し）',
	'answer.provider-vision': 'ほかのモデルの代わりに画像を見る',
	'answer.provider-blind':
		'**{name}** は画像を見られると登録されていません。`/provider edit name: {name} images: yes` で登録できます。何も変更していません。',
	'answer.provider-was-vision':
		'画像を見るモデルとして選ばれていました。`/behavior set name: vision_model` で別のモデルを選べます。',
	'answer.field-vision': '画像を見るモデル',
	'answer.key-shape-custom': 'それはキーではありません。空白か、ヘッダーに使えない文字が含まれています。',
	'answer.key-saved-custom':
		'{provider}がキーを受け付けました。暗号化して保存しました（フィンガープリント：{fingerprint}）。',
	'answer.key-added-custom':
		'{provider}がキーを受け付けました。ほかのキーと交代で使います（フィンガープリント：{fingerprint}）。このサーバーのキーは{count}個になりました。',
};
