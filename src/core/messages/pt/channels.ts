export const channels = {
  'channel.help': 'Para quem gerencia o canal: registrar o canal, ou parar; optout é para todos',
  'channel.action': 'on, off, erase, keep, timezone, related, optout ou optin; se faltar, mostra como está',
  'channel.value': 'keep: dias, como 90d, ou always; timezone: Região/Cidade; related: #canal ou none',
  'summarize.help': 'Resumir o que foi dito neste canal: /summarize as últimas duas horas',
  'summarize.range': 'As últimas duas horas, desde segunda, ontem; se faltar, as últimas 24 horas',
  'rebuild.help': 'Para quem gerencia o canal: refazer todos os resumos',
  'history.help': 'Para quem gerencia o canal: registrar o que foi dito aqui antes: /history 30d',
  'history.days': 'Até onde voltar, como 30d; se faltar, 7 dias',
  'channel.sharedOnly': 'Este comando é para canais e grupos. Escreva-o lá.',
  'channel.managersOnly': 'Só quem gerencia este canal no {platform} e os donos deste bot podem fazer isso.',
  'channel.managersUnknown': 'O {platform} não me disse se você gerencia este canal. Tente de novo daqui a pouco.',
  'channel.unsupported': 'Os canais do {platform} não podem ser registrados.',
  'channel.neverOn': 'Este canal não é registrado. Quem o gerencia pode ativar isso com /channel on.',
  'channel.status':
    'Este canal {state, select, on {**é registrado**} other {**não é registrado** no momento, mas o registro está guardado}}: {messages, plural, one {# mensagem} other {# mensagens}} e {summaries, plural, one {# resumo} other {# resumos}}. O fuso horário é {timezone}. {keep, plural, =0 {As mensagens ficam guardadas} one {As mensagens são apagadas após # dia, e os resumos delas ficam} other {As mensagens são apagadas após # dias, e os resumos delas ficam}}.{optedOut, select, yes { Nada do que você escreve aqui é registrado: /channel optin muda isso.} other { Para que nada do que você escreve aqui seja registrado, envie /channel optout.}}',
  'channel.announcement':
    '**Agora registro este canal**, a pedido de {name}: o que cada pessoa escreve aqui, quando, e com quantas imagens e arquivos. Assim posso responder como alguém que estava presente. Só vê isso quem pode ler este canal.{days, plural, =0 {} one { Também leio o que foi escrito aqui no último dia.} many { Também leio o que foi escrito aqui nos últimos # dias.} other { Também leio o que foi escrito aqui nos últimos # dias.}}\n\n- Não quer ser registrado? Envie `/channel optout`.\n- `/forget` apaga o que você escreveu, e `/export` entrega tudo a você, mesmo que nunca fale comigo.\n- Para me perguntar algo, mencione-me.',
  'channel.on': 'Este canal é registrado a partir de agora. Avisei a todos aqui. `/channel off` para o registro.',
  'channel.alreadyOn': 'Este canal já é registrado. `/channel off` para o registro.',
  'channel.noAccess':
    'Ainda não consigo ler este canal no {platform}. Adicione-me a ele e deixe-me ler as mensagens e o histórico. Depois envie `/channel on` de novo.',
  'channel.notDelivered':
    'No {platform}, só recebo o que é dirigido a mim, então ainda não há nada para registrar. {remedy} Depois envie `/channel on` de novo.',
  'channel.hint.discord':
    'Ative Message Content para o bot no portal de desenvolvedores do Discord, defina DISCORD_MESSAGE_CONTENT=on e reinicie-me.',
  'channel.hint.telegram':
    'Torne-me administrador deste grupo, ou desative meu modo de privacidade com /setprivacy no @BotFather e adicione-me de novo.',
  'channel.hint.slack': 'Dê ao aplicativo as permissões e os eventos do manifesto dele, instale-o de novo e convide-me para este canal.',
  'channel.off': 'Não registro mais este canal. O que registrei está guardado: `/channel on` continua, e `/channel erase` apaga tudo.',
  'channel.offNotice': '**Não registro mais este canal.** O que registrei está guardado, para quem pode ler este canal.',
  'channel.alreadyOff': 'Este canal não é registrado. O que foi registrado está guardado: `/channel erase` apaga tudo.',
  'channel.erasePreview':
    'Isto apaga o registro deste canal para todos: {messages, plural, one {# mensagem} other {# mensagens}} e {summaries, plural, one {# resumo} other {# resumos}}. Também para o registro. O que cada pessoa disse a mim fica na conversa dela. Não é possível desfazer.',
  'channel.eraseButton': 'Apagar o registro',
  'channel.erased': 'O registro deste canal foi apagado, com todos os resumos.',
  'channel.eraseNotice': '**Apaguei o registro deste canal** com todos os resumos, e não o registro mais.',
  'channel.keepForm': 'Escreva um número de dias depois de keep, como `/channel keep 90d`, ou `/channel keep always`.',
  'channel.keep':
    '{days, plural, =0 {As mensagens deste canal ficam guardadas a partir de agora.} one {As mensagens deste canal são apagadas após # dia. Os resumos delas ficam.} other {As mensagens deste canal são apagadas após # dias. Os resumos delas ficam.}}',
  'channel.keepNotice':
    '**{days, plural, =0 {A partir de agora, guardo as mensagens deste canal.} one {Apago as mensagens deste canal após # dia. Os resumos delas ficam.} other {Apago as mensagens deste canal após # dias. Os resumos delas ficam.}}**',
  'channel.timezone': 'Os horários nos resumos deste canal agora seguem o fuso {timezone}.',
  'channel.relatedForm': 'Indique um canal depois de related, como `/channel related #outro`, ou escreva `/channel related none`.',
  'channel.relatedUnknown':
    'Não conheço aqui nenhum canal registrado {name}. Ele precisa ser do mesmo servidor e estar registrado: envie antes `/channel on` lá.',
  'channel.relatedNotManager': 'Você não gerencia {name}. Só quem gerencia os dois canais pode fazer isso.',
  'channel.relatedUnreadable':
    'Nem todos que podem ler este canal podem ler {name}, ou o {platform} não me diz. Por isso, não devo mostrar nada dele aqui.',
  'channel.related': 'Quando respondo aqui, agora também conheço os últimos resumos de {name}.',
  'channel.relatedNone': 'Quando respondo aqui, não conheço outros canais.',
  'channel.optout':
    'A partir de agora, nada do que você escreve neste canal é registrado, a não ser que escreva para mim. O que já foi registrado fica: `/forget` apaga. Se mudar de ideia, envie `/channel optin`.',
  'channel.optin': 'O que você escreve neste canal volta a ser registrado.',
  'summarize.nothing': 'Nada foi dito neste canal nesse período.',
  'summarize.answer': '**{range}**, {messages, plural, one {# mensagem} other {# mensagens}}:\n\n{text}',
  'summarize.partial': 'Isto é só o que foi dito desde {from}. Com o que veio antes, é demais para resumir de uma vez.',
  'summarize.notATime': 'Não entendo “{text}” como um período. Escreva, por exemplo, as últimas duas horas, desde segunda, ou ontem.',
  'summarize.failed': 'Não consegui fazer o resumo agora. Tente de novo mais tarde.',
  'rebuild.started': 'Estou refazendo os resumos deste canal em segundo plano. `/rebuild` mostra o andamento.',
  'rebuild.preview':
    'Refazer todos os resumos deste canal? São {windows, plural, one {# meia hora} other {# meias horas}} com mensagens e cerca de {tokens} tokens.',
  'rebuild.button': 'Refazer',
  'channel.notAdmitted': 'Você pode falar comigo neste canal. Para isso, peça acesso primeiro: envie-me uma mensagem direta.',
  'rebuild.progress': 'Os resumos deste canal estão sendo refeitos: {done} de {total} estão prontos.',
  'rebuild.nothing': 'Ainda não há nada para resumir neste canal.',
  'history.form': 'Escreva um número de dias, como `/history 30d`. Volto no máximo {most} dias.',
  'history.none': 'O {platform} não deixa bots lerem o que foi dito antes. {remedy}',
  'history.hint.telegram':
    'Exporte a conversa como JSON no aplicativo do Telegram e importe-a: npx throughline import telegram result.json.',
  'history.started':
    'Estou lendo o que foi dito aqui {days, plural, one {no último dia} other {nos últimos # dias}}. Isso continua em segundo plano. `/history` mostra o andamento.',
  'history.progress': 'Estou lendo o que foi dito aqui desde {day}: {messages, plural, one {# mensagem} other {# mensagens}} até agora.',
  'history.done':
    'Li o que foi dito aqui antes: {messages, plural, =0 {não faltava nada} one {faltava # mensagem} other {faltavam # mensagens}}.',
  'exportFile.channel': 'O registro de {name}',
  'exportFile.channelSummaries': 'Resumos',
}
