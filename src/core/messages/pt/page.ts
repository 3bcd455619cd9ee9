import type { PageMessages } from '../en/page.ts'
import { joinMessages } from '../join-messages.ts'
import { pageChannels } from './page-channels.ts'
import { pageComposer } from './page-composer.ts'
import { pageConversation } from './page-conversation.ts'
import { pageFirstVisit } from './page-first-visit.ts'
import { pageLoops } from './page-loops.ts'
import { pageSettings } from './page-settings.ts'

export const page: PageMessages = joinMessages(pageChannels, pageComposer, pageConversation, pageFirstVisit, pageLoops, pageSettings, {
  'page.skip': 'Ir {section, select, continuous {para a conversa} other {para o conteúdo}}',

  'page.sections': 'Seções',

  'page.continuous': 'Chat',

  'page.memory': 'Memória',

  'page.settings': 'Configurações',

  'page.time.now': 'agora mesmo',

  'page.size': '{unit, select, byte {{size, plural, one {# byte} other {# bytes}}} kilobyte {{size, number} KB} other {{size, number} MB}}',

  'page.you': 'Você',

  'page.signed-out.title': 'Entre com um link',
  'page.signed-out.text': 'Abra esta página com o seu link de acesso pessoal.',
  'page.signed-out.here': 'Neste computador, o Throughline mostra o link no terminal sempre que inicia.',
  'page.signed-out.elsewhere':
    'Em qualquer outro lugar, envie `/web` ao bot, por exemplo no Telegram. Ele responde com um link que funciona uma vez, por 15 minutos.',

  'page.sign-in.text': 'Este link abre sua conversa com o Throughline neste navegador. Ele vale uma vez.',
  'page.sign-in.again': 'Se não funcionar mais, envie `/web` ao bot para receber outro.',
  'page.sign-in.button': 'Entrar',

  'page.spent.title': 'Este link não funciona mais',
  'page.spent.text': 'Um link de acesso funciona uma vez e expira. Este já foi usado ou expirou.',
  'page.spent.new': 'Para obter outro, envie `/web` ao bot, ou reinicie o Throughline e abra o link que ele mostra.',
  'page.spent.open': 'Já entrou? Abra sua conversa.',

  'page.error.title': 'Não deu certo',
  'page.error.back': 'Voltar à conversa',
  'page.error.not-found': 'Esta página não existe, ou você não tem acesso a ela.',
  'page.error.signed-out': 'Você não entrou. Abra primeiro um link de acesso.',
  'page.error.ours': 'Algo deu errado. Nada foi perdido. Tente de novo daqui a pouco.',
  'page.error.unreadable': 'Não foi possível ler o pedido. Recarregue a página e tente de novo.',
  'page.error.too-long': 'É longo demais para enviar de uma vez. Encurte, ou envie em partes.',
  'page.error.media-type': 'Aqui só são aceitos JSON e formulários.',
  'page.error.format': 'O formato do pedido é inválido.',
  'page.error.other-site': 'O pedido veio de outro site e foi recusado. Abra esta página diretamente e tente de novo.',
  'page.error.other-site-live': 'A conexão veio de outro site e foi recusada.',
  'page.error.other-address': 'Esta página tem outro endereço. Abra {address}, o endereço em WEB_PUBLIC_URL.',
  'page.error.unknown-address': 'Esta página tem outro endereço. Abra o que é mostrado ao iniciar, ou defina WEB_PUBLIC_URL.',
  'page.error.searches':
    'Buscas demais: no máximo {points, number} por minuto. {seconds, plural, one {Tente de novo em # segundo.} other {Tente de novo em # segundos.}}',
  'page.error.sign-ins':
    'Tentativas demais de entrar a partir do seu endereço: no máximo {points, number} por minuto. {seconds, plural, one {Tente de novo em # segundo.} other {Tente de novo em # segundos.}}',
  'page.error.connections':
    'Este navegador tem {points, number} páginas abertas, que é o limite. Feche algumas. {seconds, plural, one {Tente de novo em # segundo.} other {Tente de novo em # segundos.}}',
  'page.error.date': '“{text}” não é uma data: escreva como AAAA-MM-DD, por exemplo 2026-11-21.',
  'page.error.month': '“{text}” não é um mês: escreva como AAAA-MM, por exemplo 2026-11.',
  'page.error.date-order': 'O primeiro dia, {from}, vem depois do último, {to}. Troque os dois.',
  'page.error.timezone': 'Isso não é um fuso horário. Escreva como Área/Cidade, por exemplo America/Sao_Paulo.',
  'page.error.language': 'Esta página não existe nesse idioma. Escolha um da lista.',
  'page.error.messages': 'Informe um destes: around=<message id>, before=<message id> ou since=<change>.',
  'page.error.position': 'before: não é uma posição da lista. Abra /memory/ para começar do início.',
  'page.error.context-gone': 'Essas informações só são guardadas para as respostas recentes.',
  'page.error.access-request': 'Nenhum pedido de acesso pendente tem este código: já foi respondido ou tem mais de um dia.',
  'page.error.link-code': 'Um código se parece com K7QF-2MXD. Envie /link da sua outra conta para obter um.',
  'page.error.message-empty': 'uma mensagem precisa de texto',
  'page.error.message-length': 'uma mensagem pode ter 16.000 caracteres; envie em partes',
  'page.error.query-empty': 'escreva o que quer buscar',
  'page.error.query-length': 'uma busca pode ter 500 caracteres',
  'page.error.server-address': 'é preciso um endereço com a versão e sem senha, por exemplo http://127.0.0.1:11434/v1',
  'page.error.model-name': 'é preciso o nome de um modelo',
  'page.error.key': 'é preciso uma chave de letras, números e sinais, sem espaços',

  'page.script.lost': 'Conexão perdida; tentando de novo…',
  'page.script.signed-out': 'Você saiu. Abra um novo link de acesso para continuar.',
  'page.script.sending': 'Enviando…',
  'page.script.sent': 'Enviado',
  'page.script.not-sent': 'Não enviado.',
  'page.script.again': 'Tentar de novo',
  'page.script.unreachable': 'Não foi possível alcançar o servidor.',
  'page.script.failed': 'Não deu certo. Tente de novo daqui a pouco.',
  'page.script.loading': 'Carregando…',
  'page.script.not-loaded': 'Não foi possível carregar. Feche e abra de novo.',
  'page.script.search': 'Busca: “{words}”',
  'page.script.moment': 'Um momento…',
  'page.script.rewriting': 'Reescrevendo…',
  'page.script.still-rewriting': 'Ainda está sendo escrito. Vai aparecer aqui.',
  'page.script.not-rewritten': 'Não foi possível reescrever o resumo. O último continua igual.',
  'page.script.rewritten': 'Reescrito.',
  'page.script.copied': 'Copiado.',
  'page.script.not-copied': 'Não foi possível copiar.',
})
