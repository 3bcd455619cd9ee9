export const notices = {
  'access.granted': '**Você agora tem acesso.** É só me escrever. /start mostra como começar.',
  'access.introduction': 'Este bot só fala com quem ele conhece.',
  'access.setupHint': 'Se este bot é seu, envie `/start` seguido do código exibido na inicialização.',
  'access.allowlist': '{introduction} O dono decide quem são. {setupHint}',
  'access.shared': '{introduction} Envie uma mensagem direta para saber como ter acesso.',
  'access.full': '{introduction} Há gente demais esperando acesso agora. Escreva de novo amanhã.',
  'access.pairing':
    '{introduction} O dono pode dar acesso a você: envie a ele o código **{code}**, que ele digita como `/approve {code}`. O código vale por 24 horas. Até lá, nada do que você escrever é guardado. {setupHint}',
  'access.wrongCode':
    'Esse código de instalação está errado, já foi usado ou foi substituído por um mais novo: envie `/start` seguido do código exibido na última inicialização do bot.',
  'access.request':
    '{name} quer falar comigo no {platform}. O código é **{code}**. Aprove só se a própria pessoa disser esse código a você. Ele vale por 24 horas.',
  'button.approve': 'Aprovar',
  'button.deny': 'Recusar',
  'button.block': 'Bloquear',
  'button.unblock': 'Desbloquear',
  'button.stop': 'Parar',
  'button.tryAgain': 'Tentar de novo',
  'turn.failed':
    '{reason, select, rate_limited {O modelo de linguagem está sobrecarregado agora.} unavailable {O modelo de linguagem está indisponível agora.} stalled {O modelo de linguagem parou de responder.} truncated {O modelo de linguagem encerrou a resposta antes da hora.} rejected {O modelo de linguagem recusou o pedido. O operador deste bot encontra o motivo no registro.} cancelled {A resposta foi cancelada.} interrupted {Não consegui responder: todas as tentativas foram interrompidas.} other {A conversa continuou mudando enquanto eu respondia.}} {kept, select, reply {Minha resposta anterior fica.} other {Sua mensagem está guardada.}} Envie /retry para tentar de novo.',
  'turn.withdrawn': 'A mensagem foi apagada, então não há resposta.',
  'turn.stopped': 'Interrompido.',
  'turn.tooLong': 'Esta resposta atingiu o tamanho máximo. Peça que eu continue.',
  'turn.tooManyRounds': 'Procurei em {rounds} rodadas, o limite para uma resposta. Pergunte de novo e procuro mais.',
  'progress.search': 'Procurando nos seus dias…',
  'progress.read': 'Relendo um dia passado…',
  'progress.memory': 'Olhando na minha memória…',
  'progress.note': 'Atualizando minha memória…',
  'delivery.unknown':
    '{kind, select, reply {Minha resposta a “{quote}” talvez não tenha chegado.} other {Minha mensagem “{quote}” talvez não tenha chegado.}}',
  'delivery.more':
    'O mesmo vale para {count, plural, one {# mensagem anterior} other {# mensagens anteriores}}. /retry as mostra quando estas forem resolvidas.',
  'delivery.sendAgain': 'Reenviar{number}',
  'delivery.arrived': 'Chegou{number}',
  'retry.turn': 'Tentando de novo.',
  'retry.delivery': 'Enviando de novo. Se já tinha chegado, você verá duas vezes.',
  'retry.nothing': 'Não há nada para tentar de novo: minha última resposta foi enviada.',
  'retry.noSuch': 'Não há mensagem de entrega incerta com esse número. /retry mostra a lista.',
  'retry.confirmed': 'Certo. Não vou perguntar de novo.',
  'retry.edited': '“{quote}” ({day}): você editou depois da minha resposta.',
  'retry.answerAgain': 'Responder de novo{number}',
  'retry.again': 'Estou respondendo de novo. A nova resposta substitui a antiga.',
  'retry.noEdit': 'Não há mensagem com esse número que tenha sido editada depois da minha resposta. /retry mostra a lista.',
  'stop.done':
    '{stopped, select, yes {Interrompido. /retry pergunta de novo.} other {Não há nada para interromper: nenhuma resposta está sendo escrita.}}',
  'fresh.done':
    'Um novo assunto começa aqui. As mensagens anteriores ficam guardadas e eu as procuro quando é preciso, mas não influenciam o que você escreve agora.',
  'export.order': 'Informe primeiro a data inicial: /export {from} {to}.',
  'export.directOnly': 'Só envio exportações diretamente a você. Escreva primeiro em um chat direto e tente de novo.',
  'export.coming':
    'Seus arquivos chegarão em breve {where, select, here {aqui} other {no nosso chat direto}}: um para ler e um em JSON que outro Throughline pode importar.',
  'export.pending': 'Já estou preparando seus arquivos. Eles chegarão em breve.',
  'export.tooMany': 'Você já pediu {count} exportações em uma hora, que é o limite. Tente mais tarde.',
  'export.onThePage': 'Os dois arquivos estão na página web, em Configurações, Exportar.',
  'export.links': 'Os dois arquivos estão na página web: {links}. /web dá um link que conecta você lá.',
  'web.none':
    'A página web não tem endereço público. O operador deste bot precisa definir WEB_PUBLIC_URL com o endereço em que ela pode ser acessada.',
  'web.link':
    '[Abrir nossa conversa na web]({link})\n\nO link conecta quem o abrir, uma vez, por {minutes} minutos. Não compartilhe.{local, select, yes { Ele só abre na máquina em que este bot roda. Para acessar a página de outro lugar, defina WEB_PUBLIC_URL nela.} other {}}',
  'limit.messages':
    'Você enviou mais de {limit} mensagens em um minuto, que é o limite. A partir desta, elas ficam guardadas, mas sem resposta. Escreva de novo em um minuto.',
  'limit.edits':
    'Já respondi a {limit} mensagens em um minuto, que é o limite. Sua edição está guardada, mas sem resposta. /retry oferece respondê-la.',
  'limit.tokens':
    'Você atingiu o limite de {limit, number} tokens por dia. Ele recomeça às {time} ({timezone}). Sua mensagem está guardada: envie /retry depois disso para ter a resposta.',
  'limit.tokensShared':
    'Hoje não posso mais responder, porque você atingiu um limite. Sua mensagem está guardada. Envie /usage para detalhes.',
  'limit.bytes':
    'Sua última mensagem não foi guardada, porque com ela você passaria de {megabytes} MB em um dia, que é o limite. Ele recomeça em cerca de {hours, plural, one {# hora} other {# horas}}.',
  'turn.restarted': 'Esta resposta foi recomeçada mais abaixo.',
}
