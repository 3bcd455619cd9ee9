import type { pageFirstVisit as english } from '../en/page-first-visit.ts'

export const pageFirstVisit: Readonly<Record<keyof typeof english, string>> = {
  'page.first.title': 'Boas-vindas ao Throughline',
  'page.first.model': 'Conecte um modelo de linguagem',
  'page.first.model-text': 'Ele escreve as respostas e os resumos: um neste computador, ou um da OpenAI ou de outro provedor.',
  'page.first.model-done': '{model} está conectado.',
  'page.first.model-open': 'Informe o endereço',
  'page.first.apps': 'Conecte um aplicativo de conversa',
  'page.first.apps-text': 'Telegram, Discord ou Slack. O que você escreve lá e aqui é uma só conversa.',
  'page.first.apps-open': 'Mostre como',
  'page.first.samples': 'Experimente com mensagens de exemplo',
  'page.first.samples-text':
    'Duas semanas de mensagens, com resumos e memórias. Você pode removê-las quando quiser. O que você mesmo escreve fica.',
  'page.samples': 'Mensagens de exemplo',
  'page.samples.load': 'Carregar mensagens de exemplo',
  'page.samples.loaded': 'Esta conversa contém mensagens de exemplo. Pergunte: “o que decidimos na semana passada?”',
  'page.samples.remove': 'Remover mensagens de exemplo',
  'page.samples.removing': 'As mensagens de exemplo estão sendo removidas.',
  'page.apps': 'Aplicativos de conversa',
  'page.apps.text': 'Defina as variáveis no arquivo `.env` e reinicie o Throughline.',
  'page.apps.connected': '{app} está conectado. Conecte a sua conta de lá em “Contas conectadas”.',
  'page.apps.telegram': 'Telegram: crie um bot com o @BotFather e defina `TELEGRAM_BOT_TOKEN` com o token dele. Passo a passo: {guide}',
  'page.apps.discord':
    'Discord: crie um aplicativo em discord.com/developers e defina `DISCORD_BOT_TOKEN` com o token do bot dele. Passo a passo: {guide}',
  'page.apps.slack':
    'Slack: crie um aplicativo em api.slack.com/apps e defina `SLACK_BOT_TOKEN` e `SLACK_APP_TOKEN`. Passo a passo: {guide}',
  'page.model': 'Modelo de linguagem',
  'page.model.text':
    'Ele lê as mensagens enviadas a este bot, então escolha um em que você confia. Serve qualquer servidor compatível com a OpenAI, como Ollama, llama.cpp ou a própria OpenAI.',
  'page.model.in-use': 'Em uso: {model}.',
  'page.model.none': 'Nenhum modelo de linguagem está conectado. As respostas vêm só da busca e dos resumos.',
  'page.model.variables': '{variables} na configuração tem prioridade sobre o que você guarda aqui.',
  'page.model.address': 'Endereço do servidor',
  'page.model.key-entered': 'A chave informada é mantida até você salvar.',
  'page.model.unreadable': 'A chave guardada não pode mais ser decifrada. Informe-a de novo.',
  'page.model.disconnect': 'Desconectar',
  'page.model.listed': 'O servidor responde. Escolha um modelo e salve.',
  'page.model.works': '{model} funciona. Salve para usá-lo.',
  'page.model.insecure': 'O endereço não é https, então a chave passaria pela rede sem criptografia. Use https ou confirme abaixo.',
  'page.model.insecure-confirm': 'Enviar a chave sem criptografia',
  'page.model.problem':
    '{problem, select, address {Informe um endereço que comece com http:// ou https://, como http://127.0.0.1:11434/v1.} password {Tire do endereço nomes, senhas e tudo a partir de ? ou #. A chave tem um campo próprio.} format {Uma chave não tem espaços, só letras, números e sinais simples.} unreachable {Não é possível chegar ao servidor ({detail}). Confira o endereço e se o servidor está rodando.} late {O servidor não respondeu a tempo. Confira o endereço e se o servidor está rodando.} redirect {O servidor redireciona para outro endereço. Informe esse endereço.} key {O servidor recusa a chave. Confira-a ou informe uma.} missing {Não há nada neste endereço. A maioria termina com /v1.} busy {O servidor está ocupado ou limita os pedidos. Tente mais tarde.} status {O servidor falhou com o status {detail}. O registro dele talvez diga por quê.} malformed {O que responde ali não é um servidor de modelos. Confira o endereço. A maioria termina com /v1.} huge {O servidor enviou demais para uma lista de modelos. Confira o endereço.} empty {O servidor não tem modelo de conversa. Instale ou carregue um lá e teste de novo.} model {O servidor não tem o modelo {detail}. Escolha um da lista.} other {O modelo não respondeu. {detail}}}',
}
