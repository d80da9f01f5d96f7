import Advertising

/// Makes what the placeholders of a schedule say of their ads.
struct PlaceholderParameters: Sendable {
    let asked: ScheduleRequest
    let macros: AdServerAddress.Macros

    /// The address by which the player reached the station.
    let base: String

    let adServer: TruexAdServer

    func all(for pods: [Pod]) async throws -> [JSONNode] {
        var all: [JSONNode] = []
        for pod in pods {
            switch asked.stage {
            case .two: all.append(address(for: pod))
            case .one: all.append(try await offer(for: pod))
            }
        }
        return all
    }

    private func address(for pod: Pod) -> JSONNode {
        let address = AdServerAddress(
            base: base, fields: asked.adServerFields, position: pod.position, macros: macros)
        return [
            "user_id": .string(asked.user), "placement_hash": .string(asked.placement),
            "vast_config_url": .string(address.text),
        ]
    }

    private func offer(for pod: Pod) async throws -> JSONNode {
        var fields = Dictionary(uniqueKeysWithValues: asked.adServerFields.map { ($0, $1) })
        fields["user_id"] = asked.user
        fields["stream_id"] = asked.stream
        fields["stream_position"] = pod.position.rawValue
        return try await adServer.offer(TruexRequest(QueryFields(fields)), base: base)
    }
}
