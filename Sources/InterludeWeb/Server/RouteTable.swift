import HTTPTypes

/// Which methods every path has, to tell a wrong method from a path that is not there.
struct RouteTable: Sendable {
    private let routes: [(parts: [Substring], method: HTTPRequest.Method)]

    /// Paths may have parts that stand for anything, as `{name}`.
    init(_ routes: [(path: String, method: HTTPRequest.Method)]) {
        self.routes = routes.map { ($0.path.split(separator: "/"), $0.method) }
    }

    func methods(of path: String) -> [HTTPRequest.Method] {
        let parts = path.split(separator: "/")
        return routes.filter { route in
            route.parts.count == parts.count
                && zip(route.parts, parts).allSatisfy { $0 == $1 || $0.first == "{" }
        }.map(\.method)
    }
}
