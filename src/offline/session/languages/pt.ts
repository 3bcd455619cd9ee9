import type { SessionCues } from './session-cues.ts'

const weekday = '(?:segunda|terca|quarta|quinta|sexta)(?:-feira)?|sabado|domingo'
const month = '(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)'

export const portugueseSession: SessionCues = {
  tasks: {
    send: 'mandar,enviar,encaminhar/mando,envio/mandarei,enviarei/manda,envia,mandara,enviara/mandei,enviei,mandado,enviado,enviada,encaminhei',
    call: 'ligar,telefonar,ligar de volta/ligo,telefono/ligarei/liga,ligara/liguei,telefonei',
    write: 'escrever,redigir/escrevo/escreverei/escreve/escrevi,escrito,escrita,redigi',
    pay: 'pagar,transferir/pago/pagarei/paga,pagara/paguei,pago,paga,transferi',
    book: 'reservar/reservo/reservarei/reserva/reservei,reservado,reservada',
    buy: 'comprar/compro/comprarei/compra,comprara/comprei,comprado,comprada',
    order: 'encomendar,pedir/encomendo,peco/encomendarei/encomenda/encomendei,encomendado,pedi',
    bring:
      'trazer,levar,entregar/trago,levo,entrego/trarei,levarei/traz,leva,entrega,trara,levara/trouxe,levei,levou,entreguei,entregou,entregue',
    ask: 'perguntar/pergunto/perguntarei/pergunta/perguntei',
    return: 'devolver/devolvo/devolverei/devolve,devolvera/devolvi,devolvido',
    sign: 'assinar/assino/assinarei/assina/assinei,assinado,assinada',
    fix: 'consertar,arrumar/conserto,arrumo/consertarei/conserta/consertei,consertou,consertado,arrumei,arrumado',
    submit: 'entregar,enviar o formulario,protocolar/protocolo/protocolarei/protocola/protocolei',
    cancel: 'cancelar/cancelo/cancelarei/cancela/cancelei,cancelado,cancelada',
    renew: 'renovar/renovo/renovarei/renova/renovei,renovado,renovada',
    finish: 'terminar,acabar/termino/terminarei/termina/terminei,terminado,terminada,acabei',
    prepare: 'preparar/preparo/prepararei/prepara/preparei,preparado',
    clean: 'limpar,lavar/limpo,lavo/limparei,lavarei/limpa,lava/limpei,lavei,limpo,lavado',
    check: 'verificar,conferir,checar/verifico,confiro/verificarei/verifica/verifiquei,conferi,chequei',
    reply: 'responder/respondo/responderei/responde/respondi,respondido',
    fetch: 'buscar,pegar,retirar/busco,pego,retiro/buscarei,pegarei/busca,pega/busquei,peguei,retirei',
    register: 'inscrever,me inscrever,matricular/inscrevo/inscreverei/inscreve/inscrevi,matriculei',
    water: 'regar/rego/regarei/rega/reguei',
    tell: 'avisar,dizer,contar/aviso,digo/avisarei,direi/avisa/avisei,contei',
    confirm: 'confirmar/confirmo/confirmarei/confirma/confirmei,confirmado,confirmada',
    remind: 'lembrar/lembro/lembrarei//',
    schedule: 'marcar,agendar/marco,agendo/marcarei/marca/marquei,agendei,marcado,agendado',
    translate: 'traduzir/traduzo/traduzirei/traduz/traduzi,traduzido',
  },
  duty: /\b(?:tenho|temos) (?:ainda )?(?:que|de)(?= )|\b(?:preciso|precisamos|devo)(?: ainda)?(?: de)?(?= )|\bfalta(?= )|^nao (?:posso|devo) esquecer de(?= )/,
  promise: /\b(?:vou|vamos|prometo)(?: ainda)?(?= )/,
  self: /(?:)/,
  remind: /\b(?:me lembr[ae]|lembre-me|lembra-me)(?: de)?(?= )|\bpode me lembrar(?: de)?(?= )/,
  ask: /\b(?:voce pode|pode|poderia|consegue)(?: me| por favor)*(?= )/,
  other: /^ (?:vai|tem que|prometeu|ficou de|deve)(?= )/,
  due: new RegExp(
    `(?<!\\p{L})(?:(?:ate|antes d[ea]|para|na|no|nesta|neste) )?(?:(?:a|o|proxima|proximo) )?(?:(?:${weekday})(?: que vem)?|depois de amanha|amanha|hoje(?: a noite| a tarde)?)(?: de manha| a tarde| a noite)?(?: (?:as|ate as) \\d{1,2}(?:h\\d{0,2}|:\\d\\d)?)?(?!\\p{L})|(?<!\\p{L})(?:(?:na|ate a|ate o|no) )?(?:semana que vem|proxima semana|mes que vem|proximo mes|fim de semana|fim do mes|fim da semana)(?!\\p{L})|(?<!\\p{L})(?:ate o |ate |no )?dia \\d{1,2}(?: de ${month})?(?!\\p{L}|\\d)|(?<!\\p{L})(?:em|daqui a) (?:um|uma|dois|duas|tres|\\d+) (?:horas?|dias?|semanas?|mes|meses)(?!\\p{L})`,
    'gu',
  ),
  unreal:
    /(?<!\p{L})(?:se|talvez|quem sabe|provavelmente|poderia|deveria|queria|gostaria|caso|tomara|(?:achei|achava|pensei|pensava) que)(?!\p{L})|\bnao (?:tenho|temos|preciso|precisamos|vou|vamos|precisa)\b|\b(?:disse|diz|falou que|segundo)\b|\btinha que\b|\btenho que (?:dizer|admitir)\b/u,
  notDone:
    /(?<!\p{L})(?:nao|nem|nunca|ninguem|uma vez|quase|vou|vamos|tenho que|preciso|falta|quando|assim que|antes|depois|amanha|quero|posso|ainda|tentei|esqueci|espero|proxim[oa]|se)(?!\p{L})/u,
  done: /(?<!\p{L})(?:feito|feita|pronto|pronta|resolvido|resolvida|terminado|ja fiz|resolvi)(?!\p{L})/gu,
  asksDone: /(?<!\p{L})(?:voce|ja|tu) (?:ja )?\p{L}*(?:ou|eu|iu|aste|este|iste|ez)(?!\p{L})|(?<!\p{L})conseguiu(?!\p{L})/u,
  dropped:
    /(?<!\p{L})(?:nao (?:precisa|preciso|precisamos|e necessario|importa) mais(?: d[eoa])?|(?<=^(?:(?:ah|ok|bom|ta|nao,) )?)esquec[ae](?! de \p{L}+r(?!\p{L}))(?: d?[eoa])?|deixa pra la|nao e mais (?:necessari[oa]|preciso)|desisti d[eoa])(?!\p{L})/gu,
  thirdPerson:
    /^(?:[Ee]le|[Ee]la|[Ee]les|[Ee]las|(?:[OoAa]s?) (?:m(?:eu|inha) )?\p{L}+|\p{Lu}\p{Ll}+) (?:já )?(?:me )?(?:mandou|enviou|ligou|pagou|comprou|trouxe|levou|entregou|assinou|escreveu|perguntou|devolveu|consertou|buscou|pegou|respondeu|avisou|fez)(?!\p{L})/u,
  clause: /[,;:!.–—…]\s*|\s(?:e|mas|porque|então|pois)\s/u,
  noise: 'finalmente ja agora de novo obrigado obrigada tudo rapido tambem ontem manha tarde noite ok logo hora horas minutos',
  tones: {
    glad: {
      label: 'contente',
      cues: /\b(?:(?:muito|tao|estou|to) (?:feliz|contente|animad[oa]|orgulhos[oa])|oba|eba|adorei|que alegria)\b|🎉|😊|😄|🥳|😍/u,
    },
    relieved: { label: 'aliviado', cues: /\b(?:aliviad[oa]|que alivio|ufa|ainda bem)\b/ },
    worried: { label: 'preocupado', cues: /\b(?:preocupad[oa]|ansios[oa]|nervos[oa]|medo|estressad[oa]|aflit[oa])\b|😟|😰|😱/u },
    annoyed: {
      label: 'irritado',
      cues: /\b(?:irritad[oa]|com raiva|furios[oa]|de saco cheio|chatead[oa]|que raiva|nao aguento)\b|😡|🤬|😤/u,
    },
    sad: { label: 'triste', cues: /\b(?:triste|chorando|chorei|saudade|deprimid[oa])\b|😢|😭|💔/u },
    tired: { label: 'cansado', cues: /\b(?:cansad[oa]|exaust[oa]|esgotad[oa]|acabad[oa] hoje)\b|😴/u },
  },
}
