import type { SessionCues } from './session-cues.ts'

const weekday = '(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)'
const month = '(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)'

export const spanishSession: SessionCues = {
  tasks: {
    send: 'enviar,mandar,enviarle,mandarle,reenviar,enviarlo,mandarlo,mandarte,enviarte/envio,mando/enviare,mandare,enviaremos/envia,manda,enviara,mandara/envie,mande,enviado,enviada,mandado,mandada,enviados,enviadas,enviamos',
    call: 'llamar,llamarle,telefonear/llamo/llamare/llama,llamara/llame,llamado,hable con',
    write: 'escribir,redactar,escribirle/escribo,redacto/escribire/escribe,escribira/escribi,escrito,escrita,redacte,redactado',
    pay: 'pagar,abonar,transferir,pagarlo,pagarla/pago/pagare/paga,pagara/pague,pagado,pagada,pagados,pagadas,abonado,transferi,transferido',
    book: 'reservar/reservo/reservare/reserva,reservara/reserve,reservado,reservada',
    buy: 'comprar,comprarle/compro/comprare/compra,comprara/compre,comprado,comprada,compradas,comprados',
    order: 'pedir,encargar/pido,encargo/pedire,encargare/pide,pedira/pedi,pedido,pedida,encargue,encargado',
    bring:
      'traer,llevar,entregar/traigo,llevo,entrego/traere,llevare,entregare/trae,lleva,traera,llevara,entregara/traje,lleve,trajo,llevo,llevado,traido,entregue,entregado,entregada',
    ask: 'preguntar,preguntarle/pregunto/preguntare/pregunta,preguntara/pregunte,preguntado',
    return: 'devolver,devolverle/devuelvo/devolvere/devuelve,devolvera/devolvi,devuelto,devuelta',
    sign: 'firmar/firmo/firmare/firma,firmara/firme,firmado,firmada',
    fix: 'arreglar,reparar/arreglo,reparo/arreglare/arregla,repara,arreglara/arregle,arreglado,arreglada,repare,reparado,reparada',
    submit: 'presentar,subir/presento,subo/presentare,subire/presenta,sube/presente,presentado,presentada,subi,subido',
    cancel: 'cancelar,anular/cancelo,anulo/cancelare/cancela/cancele,cancelado,cancelada,anule,anulado,anulada',
    renew: 'renovar,prorrogar/renuevo/renovare/renueva,renovara/renove,renovado,renovada',
    finish: 'terminar,acabar/termino,acabo/terminare,acabare/termina,terminara/termine,terminado,terminada,acabe,acabado,acabada',
    prepare: 'preparar/preparo/preparare/prepara,preparara/prepare,preparado,preparada',
    clean: 'limpiar,ordenar,lavar/limpio,ordeno,lavo/limpiare,lavare/limpia,lava/limpie,limpiado,limpia,ordene,lave,lavado',
    check:
      'revisar,mirar,comprobar,averiguar/reviso,compruebo/revisare,comprobare/revisa/revise,revisado,revisada,comprobe,comprobado,averigue',
    reply:
      'responder,contestar,responderle,contestarle/respondo,contesto/respondere,contestare/responde,contesta/respondi,respondido,conteste,contestado',
    fetch: 'recoger,buscar/recojo/recogere/recoge,recogera/recogi,recogido,recogida',
    print: 'imprimir/imprimo/imprimire/imprime/imprimi,impreso,impresa',
    pack: 'empacar,hacer la maleta/empaco/empacare/empaca/empaque,empacado,hecha la maleta',
    register: 'inscribir,inscribirme,apuntarme/inscribo/inscribire/inscribe/inscribi,inscrito,inscrita,apuntado',
    update: 'actualizar/actualizo/actualizare/actualiza/actualice,actualizado,actualizada',
    water: 'regar/riego/regare/riega,regara/regue,regado,regadas',
    measure: 'medir/mido/medire/mide/medi,medido',
    tell: 'decir,decirle,avisar,avisarle,contarle/digo,aviso/dire,avisare/avisa,avisara/dije,dicho,avise,avisado',
    apply: 'solicitar/solicito/solicitare/solicita/solicite,solicitado,solicitada',
    invite: 'invitar/invito/invitare/invita/invite,invitado',
    confirm: 'confirmar/confirmo/confirmare/confirma,confirmara/confirme,confirmado,confirmada',
    remind: 'recordar,recordarte,recordarle/recuerdo/recordare/recuerda,recordara/recorde',
    translate: 'traducir/traduzco/traducire/traduce,traducira/traduje,traducido',
    install: 'instalar,montar/instalo,monto/instalare,montare/instala,instalara/instale,instalado,instalada,monte,montado',
    arrange: 'organizar,concertar,pedir cita/organizo/organizare/organiza/organice,organizado,pedi cita,pedido cita',
    review: 'releer,corregir/corrijo/corregire/corrige/corregi,corregido,corregida',
    lend: 'prestar/presto/prestare/presta,prestara/preste,prestado',
    bake: 'cocinar,hornear/cocino/cocinare/cocina,cocinara/cocine,cocinado,hornee',
  },
  duty: /\b(?:tengo|tenemos) (?:todavia |aun )?que(?: (?:todavia|aun|tambien|acordarme de))*(?= )|\b(?:debo|debemos|necesito|necesitamos)(?= )|\bhay que(?= )|\bme (?:falta|queda)(?: por)?(?= )|^(?:que )?no se me olvide(?= )|^pendiente:/,
  promise: /\b(?:voy|vamos) a(?= )|\bprometo(?= )/,
  self: /(?:)/,
  remind: /\brecuerdame(?: que)?(?= )|\b(?:puedes|podrias) recordarme(?: que)?(?= )/,
  ask: /\b(?:puedes|podrias|me puedes|me podrias)(?: por favor)?(?= )/,
  other: /^ (?:va a|tiene que|quedo en|prometio|debe|se encarga de)(?= )/,
  due: new RegExp(
    `(?<!\\p{L})(?:(?:antes|para|hasta|a mas tardar) )?(?:(?:de|del|el|este|el proximo|al) )?(?:${weekday}(?: que viene| proximo)?|pasado manana|(?<!(?:por la|de la|esta|una) )manana|hoy|esta (?:tarde|noche))(?: por la (?:manana|tarde|noche))?(?: (?:a|antes de|sobre) las? (?:\\d{1,2}(?::\\d\\d)?|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce))?(?: sin falta| como (?:muy )?tarde)?(?!\\p{L})|(?<!\\p{L})(?:(?:antes de|para|a) )?(?:la semana que viene|la proxima semana|esta semana|el mes que viene|el proximo mes|este fin de semana|el fin de semana|fin de mes|final de mes|finales de mes|finales de semana)(?!\\p{L})|(?<!\\p{L})(?:antes del|el|para el|hasta el)(?: dia)? \\d{1,2}(?: de ${month})?(?!\\p{L}|\\d)|(?<!\\p{L})(?:en|dentro de) (?:un|una|dos|tres|\\d+) (?:horas?|dias?|semanas?|mes|meses)(?!\\p{L})|(?<!\\p{L})(?:antes de|despues de) comer(?!\\p{L})|(?<!\\p{L})al mediodia(?!\\p{L})|(?<!\\p{L})(?:en|antes de) ${month}(?!\\p{L})`,
    'gu',
  ),
  unreal:
    /(?<!\p{L})(?:si(?!,)|quizas?|tal vez|a lo mejor|igual(?= )|probablemente|podria|deberia|habria|ojala|quisiera|me gustaria|en caso|creia|creiamos|pensaba|pensabamos)(?!\p{L})|\b(?:no|ya no) (?:tengo|tenemos|hay|voy|vamos|necesito|debo|hace falta)\b|\b(?:dice|dijo|dicen|me dijo|segun)\b|\b(?:tengo que|debo) (?:decir|admitir|reconocer)\b|\btenia que\b/u,
  notDone:
    /(?<!\p{L})(?:no|ni|nunca|nadie|tampoco|una vez|casi|voy a|vamos a|tengo que|tenemos que|hay que|debo|falta|cuando|en cuanto|antes|despues|(?<!(?:esta|la) )manana(?!,)|quiero|quisiera|puedo|todavia|aun|a medias|intente|intentando|olvide|olvido|espero|proxima|proximo|para que|si)(?!\p{L})/u,
  done: /(?<!\p{L})(?:hecho|hecha|listo|lista|terminado|ya esta|solucionado|solucionada|resuelto|resuelta|ya quedo|ya lo hice|asunto zanjado)(?!\p{L})/gu,
  asksDone: /(?<!\p{L})(?:has|habeis|ha|\p{L}+(?:aste|iste))(?!\p{L})/u,
  dropped:
    /(?<!\p{L})(?:ya no (?:hace falta|es necesario|es necesaria|importa|necesito|necesitamos|quiero|hay que|tengo que|tenemos que)|(?<=^(?:(?:bueno|vale|no|mejor|ok) )?)olvida(?! (?:pagar|siempre))|olvidate de|olvidemos|dejalo|no hace falta ya|queda descartado|queda descartada|descartado)(?!\p{L})/gu,
  thirdPerson:
    /^(?:[ÉE]l|[Ee]lla|[Ee]llos|[Ee]llas|(?:[Mm]i|[Nn]uestr[oa]|[Ee]l|[Ll]a) \p{L}+|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?) (?:ya )?(?:me |te |le |lo |la |nos )*(?:ha|han|había|envió|mandó|llamó|pagó|compró|trajo|llevó|reservó|firmó|escribió|preguntó|devolvió|arregló|recogió|pidió|hizo|respondió)(?!\p{L})/u,
  clause: /[,;:!¡.–—…]\s*|\s(?:y|pero|porque|así que|pues|aunque)\s/u,
  noise:
    'por fin ya ahora otra vez gracias todo rapido tambien ayer manana tarde noche ok vale justo acabo urgente hora horas minutos rato',
  tones: {
    glad: {
      label: 'contento',
      cues: /\b(?:(?:muy|tan|estoy|super) (?:contento|contenta|feliz|emocionado|emocionada|orgulloso|orgullosa)|me alegro|yupi|viva|que alegria|que ilusion|me encanta)\b|🎉|😊|😄|🥳|😍/u,
    },
    relieved: { label: 'aliviado', cues: /\b(?:aliviado|aliviada|que alivio|menos mal|uf)\b/ },
    worried: {
      label: 'preocupado',
      cues: /\b(?:preocupado|preocupada|me preocupa|nervioso|nerviosa|miedo|angustia\w*|estresado|estresada|agobiado|agobiada|ansiedad)\b|😟|😰|😱/u,
    },
    annoyed: {
      label: 'molesto',
      cues: /\b(?:molesto|molesta|enfadado|enfadada|enojado|enojada|harto|harta|furioso|furiosa|que rabia|indignado|indignada|me fastidia|no aguanto)\b|😡|🤬|😤/u,
    },
    sad: {
      label: 'triste',
      cues: /\b(?:triste|llorando|llore|echo de menos|extrano mucho|deprimido|deprimida|destrozado|destrozada)\b|😢|😭|💔/u,
    },
    tired: {
      label: 'cansado',
      cues: /\b(?:cansado|cansada|agotado|agotada|reventado|reventada|sin fuerzas|hecho polvo|hecha polvo)\b|😴/u,
    },
  },
}
