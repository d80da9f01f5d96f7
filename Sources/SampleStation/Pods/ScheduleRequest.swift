/// What a schedule is asked with, whatever its form.
struct ScheduleRequest: Sendable {
    var user: String
    var stream: String?
    var writing: Writing
    var stage: Stage

    /// The one pod that is wanted, from 1; nil wants all.
    var pod: Int?

    /// What goes into the address of the ad server, sorted by name.
    var adServerFields: [(name: String, value: String)]

    /// How ad parameters stand in JSON.
    enum Writing: String, CaseIterable {
        case object
        case string
    }

    /// One stage is the ad server's answer itself, two are the address at which to ask for it.
    enum Stage: String, CaseIterable {
        case one
        case two
    }

    private static let passedOn = ["aa", "bd", "fault", "placement_hash", "product", "sec"]

    init(_ fields: QueryFields) throws(RequestRefusal) {
        user = fields["user_id"] ?? "listener"
        stream = fields["stream_id"]
        writing = try fields.word("parameters") ?? .object
        stage = try fields.word("stage") ?? .two
        pod = try fields.integer("pod")
        adServerFields = Self.passedOn.compactMap { name in
            let value = fields[name] ?? (name == "placement_hash" ? "lighthouse" : nil)
            return value.map { (name, $0) }
        }
    }

    var placement: String { adServerFields.first { $0.name == "placement_hash" }!.value }
}
