import HTTPServing
import Hummingbird

extension PageServer {
    /// The routes of the OpenAPI document, behind the access rule of `configuration`.
    static func router(
        _ player: ServedPlayer, _ hub: EventHub, _ responses: OpenResponses, token: AccessToken?,
        _ configuration: PageServerConfiguration
    ) -> Router<ConnectionContext> {
        let bare = Router(context: ConnectionContext.self)
        addRoutes(to: bare, player, hub, responses, token: token, configuration)
        let table = RouteTable(bare.routes.map { ($0.path.description, $0.method) })
        let guarded = Router(
            context: ConnectionContext.self, options: .autoGenerateHeadEndpoints)
        guarded.add(middleware: ResponseMiddleware(methods: table.methods))
        guarded.add(middleware: AccessMiddleware(rule: configuration.accessRule(token)))
        addRoutes(to: guarded, player, hub, responses, token: token, configuration)
        return guarded
    }

    /// Adds the routes without middleware.
    static func addRoutes(
        to router: Router<ConnectionContext>, _ player: ServedPlayer, _ hub: EventHub,
        _ responses: OpenResponses, token: AccessToken?, _ configuration: PageServerConfiguration
    ) {
        PageRoutes.add(to: router)
        ListenRoutes(player: player, responses: responses).add(to: router)
        let api = router.group("/api")
        StateRoutes(
            hub: hub, responses: responses, pages: player.pages, ads: player.ads,
            limits: configuration.listenerLimits
        ).add(to: api)
        ControlRoutes(player: player, hub: hub).add(to: api)
        LoginRoute(token: token).add(to: api)
        BannerRoutes(hub: hub, player: player).add(to: api)
        ArtworkRoutes(player: player).add(to: api)
        TruexRoutes(hub: hub, player: player).add(to: api)
        ViewRoutes(hub: hub, ads: player.ads).add(to: api)
        FeedRoutes(hub: hub, player: player).add(to: api)
    }
}
