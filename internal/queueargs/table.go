package queueargs

import "time"

// never is an OperatorSince of a key that operator policies do not take.
const never = "never"

// maxExpiry is the longest TTL and the longest expires: ten years of 365 days. It is MAX_EXPIRY_TIMER in
// rabbit_misc.erl (check_expiry), since 3.10.2; the often quoted 2^32-1 is the limit of a plugin, not of queues.
const maxExpiry = 10 * 365 * 24 * time.Hour

// Short forms for the table. Eras that began before the oldest supported broker, 3.10, are left out.
var (
	always = Eras{{Does: Takes}}

	smaller   = map[Type][]Combining{"": {{How: SmallerWins}}}
	argument  = map[Type][]Combining{"": {{How: ArgumentWins}}}
	policy    = map[Type][]Combining{"": {{How: PolicyWins}}}
	noPolicy  map[Type][]Combining
	onQuorum  = map[Type]Eras{Quorum: always}
	onStream  = map[Type]Eras{Stream: always}
	notStream = map[Type]Eras{Classic: always, Quorum: always}
)

// The rows that code refers to by name. Everything else is only ever reached through Table.
var (
	QueueType = &Row{
		Argument: "x-queue-type", Attribute: "type", Kind: String,
		OneOf:       []string{string(Quorum), string(Classic), string(Stream)},
		Types:       map[Type]Eras{Classic: always, Quorum: always, Stream: always},
		Combine:     noPolicy,
		Description: "Queue type. It is always sent, so that the default type of the virtual host never decides.",
		Source:      "rabbit_amqqueue.erl (augment_declare_args)",
	}
	MessageTTL = &Row{
		Argument: "x-message-ttl", Attribute: "message_ttl", Kind: Duration, Min: bound(0), Max: milliseconds(maxExpiry),
		Types:     notStream,
		PolicyKey: "message-ttl", Combine: smaller,
		Description: "How long a message may stay in the queue, from 0 to 10 years. It is a ceiling: a message that carries a shorter " +
			"`expiration` of its own expires earlier. An expired message is dead-lettered, or vanishes if there is no dead-letter exchange. " +
			"Messages expire only at the head of the queue.",
		Source: "rabbit_misc.erl (check_expiry), rabbit_amqqueue_process.erl (calculate_msg_expiry), rabbit_fifo.erl",
	}
	Expires = &Row{
		Argument: "x-expires", Attribute: "expires", Kind: Duration, Min: bound(1), Max: milliseconds(maxExpiry),
		Types:     notStream,
		PolicyKey: "expires",
		Combine:   map[Type][]Combining{"": {{How: SmallerWins}}, Quorum: {{How: PolicyWins}, {Since: "4.0.0", How: SmallerWins}}},
		Description: "Deletes the queue after it was unused (no consumer, no get, no declaration) for this long, from 1 ms to 10 years. " +
			"Its messages are deleted with it and are not dead-lettered.",
		Source: "rabbit_misc.erl (check_expiry), docs/ttl",
	}
	DeadLetterExchange = &Row{
		Argument: "x-dead-letter-exchange", Attribute: "dead_letter.exchange", Kind: String,
		Types:     notStream,
		PolicyKey: "dead-letter-exchange", OperatorSince: never, Combine: argument,
		Description: "Exchange that rejected, expired and overflowing messages are published to. The empty string is the default exchange.",
		Source:      "rabbit_dead_letter.erl, docs/dlx",
	}
	DeadLetterRoutingKey = &Row{
		Argument: "x-dead-letter-routing-key", Attribute: "dead_letter.routing_key", Kind: String,
		Types:     notStream,
		PolicyKey: "dead-letter-routing-key", OperatorSince: never, Combine: argument,
		Description: "Routing key of dead letters. Without it they keep the keys they were published with.",
		Source:      "rabbit_amqqueue.erl (check_dlxrk_arg), docs/dlx",
	}
	DeadLetterStrategy = &Row{
		Argument: "x-dead-letter-strategy", Attribute: "dead_letter.strategy", Kind: String, OneOf: []string{"at-most-once", "at-least-once"},
		Types:     onQuorum,
		PolicyKey: "dead-letter-strategy", OperatorSince: never, Combine: argument,
		Description: "`at-most-once` (the broker's default) or `at-least-once` (quorum queues): dead letters stay in the queue until their " +
			"target has confirmed them. It needs `overflow = \"reject-publish\"` to be in force.",
		Source: "rabbit_quorum_queue.erl (dlh), docs/quorum-queues",
	}
	MaxLength = &Row{
		Argument: "x-max-length", Attribute: "max_length", Kind: Integer, Min: bound(0),
		Types:     notStream,
		PolicyKey: "max-length", Combine: smaller,
		Description: "Most messages that the queue holds. `overflow` says what happens to the next one.",
		Source:      "rabbit_amqqueue.erl (check_non_neg_int_arg), docs/maxlength",
	}
	MaxLengthBytes = &Row{
		Argument: "x-max-length-bytes", Attribute: "max_length_bytes", Kind: Integer, Min: bound(0),
		Types:     map[Type]Eras{Classic: always, Quorum: always, Stream: always},
		PolicyKey: "max-length-bytes", Combine: map[Type][]Combining{"": {{How: SmallerWins}}, Stream: {{How: PolicyWins}}},
		Description: "Most bytes that the messages in the queue may have together. Their bodies count; quorum queues from RabbitMQ 4.3 count properties and " +
			"headers, too. On a stream it is the size at which old segments are deleted.",
		Source: "rabbit_amqqueue.erl (check_non_neg_int_arg), rabbit_amqqueue_process.erl (will_overflow), rabbit_fifo.erl, docs/maxlength",
	}
	Overflow = &Row{
		Argument: "x-overflow", Attribute: "overflow", Kind: String, OneOf: []string{"drop-head", "reject-publish", "reject-publish-dlx"},
		Types:      notStream,
		Exceptions: []Exception{{Value: "reject-publish-dlx", Types: map[Type]Eras{Quorum: {{Does: Ignores}}}, Instead: "drop-head"}},
		PolicyKey:  "overflow", OperatorSince: "3.12.7",
		Combine: map[Type][]Combining{"": {{How: ArgumentWins}}, Quorum: {{How: PolicyWins}}},
		Description: "What happens at a length limit: `drop-head` (the broker's default) drops or dead-letters the oldest messages, `reject-publish` " +
			"refuses new ones, `reject-publish-dlx` (classic queues; quorum queues fall back to `drop-head`) dead-letters refused ones.",
		Source: "rabbit_amqqueue.erl (check_overflow), rabbit_quorum_queue.erl (gather_policy_config)",
	}
	MaxPriority = &Row{
		Argument: "x-max-priority", Attribute: "max_priority", Kind: Integer, Min: bound(0), Max: bound(255),
		Types: map[Type]Eras{Classic: always}, Combine: noPolicy,
		Description: "Number of message priorities of a classic queue, 0 to 255. Quorum queues refuse it: they have two priorities without being asked.",
		Source:      "rabbit_amqqueue.erl (check_max_priority_arg), rabbit_priority_queue.erl",
	}
	DeliveryLimit = &Row{
		Argument: "x-delivery-limit", Attribute: "delivery_limit", Kind: Integer, Min: bound(-1), Unlimited: "4.0.0",
		Types:     onQuorum,
		PolicyKey: "delivery-limit", Combine: smaller,
		Description: "How often a quorum queue redelivers a message before it drops or dead-letters it. A limit of N allows N+1 deliveries. `-1` is no " +
			"limit on every broker version. Unset, it is 20 from RabbitMQ 4.0 on, and no limit before.",
		Source: "rabbit_quorum_queue.erl (get_delivery_limit), rabbit_fifo.erl, docs/quorum-queues",
	}
	DelayedRetryType = &Row{
		Argument: "x-delayed-retry-type", Attribute: "delayed_retry.type", Kind: String, OneOf: []string{"disabled", "all", "failed", "returned"},
		Types: delayedRetryTypes, PolicyKey: "delayed-retry-type", PolicySince: "4.3.1", OperatorSince: "4.3.1", Combine: policy,
		Description: "Which returned messages wait before they are delivered again: `failed` (reject with requeue, crashed consumers), `returned` " +
			"(nack with requeue, released), `all` or `disabled`. Quorum queues from RabbitMQ 4.3; older brokers ignore it silently.",
		Source: "rabbit_quorum_queue.erl (get_delayed_retry_config), docs/quorum-queues",
	}
	DelayedRetryMin = &Row{
		Argument: "x-delayed-retry-min", Attribute: "delayed_retry.min", Kind: Duration, Min: bound(1),
		Types: delayedRetryTypes, PolicyKey: "delayed-retry-min", PolicySince: "4.3.1", OperatorSince: "4.3.1", Combine: smaller,
		Description: "Wait after the first return. The n-th return waits n times as long, up to `max`. Without it the feature is off.",
		Source:      "rabbit_fifo.erl (calculate_ready_at)",
	}
	DelayedRetryMax = &Row{
		Argument: "x-delayed-retry-max", Attribute: "delayed_retry.max", Kind: Duration, Min: bound(1),
		Types: delayedRetryTypes, PolicyKey: "delayed-retry-max", PolicySince: "4.3.1", OperatorSince: "4.3.1", Combine: smaller,
		Description: "Longest wait between two deliveries; `min` if unset.",
		Source:      "rabbit_fifo.erl (calculate_ready_at)",
	}
)

// delayedRetryTypes: a broker before 4.3 knows no delayed retry and ignores the arguments on every queue type.
var delayedRetryTypes = map[Type]Eras{
	Quorum:  {{Does: Ignores}, {Since: "4.3.0", Does: Takes}},
	Classic: {{Does: Ignores}, {Since: "4.3.0", Does: Refuses}},
	Stream:  {{Does: Ignores}, {Since: "4.3.0", Does: Refuses}},
}

// Table has one row for each queue argument that RabbitMQ 3.10 to 4.3 knows, in the order of the reference page.
var Table = []*Row{
	QueueType,
	MessageTTL,
	Expires,
	DeadLetterExchange,
	DeadLetterRoutingKey,
	DeadLetterStrategy,
	MaxLength,
	MaxLengthBytes,
	Overflow,
	DeliveryLimit,
	DelayedRetryType,
	DelayedRetryMin,
	DelayedRetryMax,
	{
		Argument: "x-single-active-consumer", Attribute: "single_active_consumer", Kind: Boolean,
		Types: notStream, Combine: noPolicy,
		Description: "Delivers to one consumer at a time; another one takes over when it goes away.",
		Source:      "docs/consumers#single-active-consumer",
	},
	MaxPriority,
	{
		Argument: "x-consumer-timeout", Attribute: "consumer_timeout", Kind: Duration, Min: bound(0),
		Types: map[Type]Eras{
			Quorum:  {{Does: Ignores}, {Since: "3.12.0", Does: Takes}},
			Classic: {{Does: Ignores}, {Since: "3.12.0", Does: Takes}, {Since: "4.3.0", Does: Ignores}, {Since: "4.3.2", Does: Refuses}},
			Stream:  {{Does: Ignores}, {Since: "3.12.0", Does: Takes}, {Since: "4.3.0", Does: Ignores}, {Since: "4.3.2", Does: Refuses}},
		},
		PolicyKey: "consumer-timeout", PolicySince: "3.12.0", OperatorSince: never, Combine: smaller,
		Description: "How long a consumer may hold a delivery without acknowledging it, before it is given to another. From RabbitMQ 3.12, and from 4.3 on only on quorum queues.",
		Source:      "rabbit_channel.erl (get_queue_consumer_timeout), rabbit_queue_type.erl (get_consumer_timeout)",
	},
	{
		Argument: "x-consumer-disconnected-timeout", Attribute: "consumer_disconnected_timeout", Kind: Duration, Min: bound(0),
		Types: map[Type]Eras{
			Quorum:  {{Does: Ignores}, {Since: "4.3.0", Does: Takes}},
			Classic: {{Does: Ignores}, {Since: "4.3.0", Does: Refuses}},
			Stream:  {{Does: Ignores}, {Since: "4.3.0", Does: Refuses}},
		},
		PolicyKey: "consumer-disconnected-timeout", PolicySince: "4.3.0", OperatorSince: never, Combine: smaller,
		Description: "How long a quorum queue waits for a consumer whose node is out of reach before its messages are given to others. From RabbitMQ 4.3.",
		Source:      "rabbit_quorum_queue.erl, docs/quorum-queues",
	},
	{
		Argument: "x-quorum-initial-group-size", Attribute: "quorum_initial_group_size", Kind: Integer, Min: bound(1),
		Types: onQuorum, Combine: noPolicy,
		Description: "Number of replicas that a new quorum queue is created with.",
		Source:      "rabbit_quorum_queue.erl (get_default_quorum_initial_group_size)",
	},
	{
		Argument: "x-queue-leader-locator", Attribute: "queue_leader_locator", Kind: String, OneOf: []string{"client-local", "balanced"},
		Types: map[Type]Eras{
			Quorum:  always,
			Stream:  always,
			Classic: {{Does: Refuses}, {Since: "4.0.0", Does: Takes}},
		},
		PolicyKey: "queue-leader-locator", AtDeclaration: true, OperatorSince: never, Combine: policy,
		Description: "Which node a new queue's leader is placed on: `client-local` or `balanced`. Classic queues take it from RabbitMQ 4.0.",
		Source:      "rabbit_queue_location.erl",
	},
	{
		Argument: "x-queue-version", Attribute: "queue_version", Kind: Integer, Min: bound(1), Max: bound(2),
		Types: map[Type]Eras{Classic: always},
		Exceptions: []Exception{{
			Value: int64(1), Types: map[Type]Eras{Classic: {{Does: Takes}, {Since: "4.0.0", Does: Ignores}, {Since: "4.3.0", Does: Refuses}}}, Instead: int64(2),
		}},
		PolicyKey: "queue-version", OperatorSince: "3.11.24", Combine: argument,
		Description: "Storage version of a classic queue, 1 or 2. From RabbitMQ 4.0 there is only 2; 4.3 refuses 1.",
		Source:      "rabbit_amqqueue.erl (check_queue_version)",
	},
	{
		Argument: "x-max-age", Attribute: "max_age", Kind: MaxAge, Min: bound(1000),
		Types:     onStream,
		PolicyKey: "max-age", OperatorSince: never, Combine: policy,
		Description: "Age at which whole segments of a stream are deleted, in whole seconds.",
		Source:      "rabbit_amqqueue.erl (check_max_age), docs/streams#retention",
	},
	{
		Argument: "x-stream-max-segment-size-bytes", Attribute: "stream_max_segment_size_bytes", Kind: Integer, Min: bound(0), Max: bound(3_000_000_000),
		Types:     onStream,
		PolicyKey: "stream-max-segment-size-bytes", AtDeclaration: true, OperatorSince: never, Combine: policy,
		Description: "Size of a stream's segment files, up to 3,000,000,000 bytes.",
		Source:      "rabbit.hrl (MAX_STREAM_MAX_SEGMENT_SIZE), docs/streams",
	},
	{
		Argument: "x-stream-filter-size-bytes", Attribute: "stream_filter_size_bytes", Kind: Integer, Min: bound(16), Max: bound(255),
		Types: map[Type]Eras{
			Stream:  {{Does: Ignores}, {Since: "3.13.0", Does: Takes}},
			Classic: {{Does: Ignores}, {Since: "4.2.7", Does: Refuses}, {Since: "4.3.0", Does: Ignores}, {Since: "4.3.1", Does: Refuses}},
			Quorum:  {{Does: Ignores}, {Since: "4.2.7", Does: Refuses}, {Since: "4.3.0", Does: Ignores}, {Since: "4.3.1", Does: Refuses}},
		},
		PolicyKey: "stream-filter-size-bytes", PolicySince: "3.13.0", AtDeclaration: true, OperatorSince: never, Combine: policy,
		Description: "Size of the Bloom filter of each chunk of a stream, 16 to 255 bytes. From RabbitMQ 3.13.",
		Source:      "rabbit_amqqueue.erl, docs/stream-filtering",
	},
	{
		Argument: "x-initial-cluster-size", Attribute: "initial_cluster_size", Kind: Integer, Min: bound(1),
		Types:     onStream,
		PolicyKey: "initial-cluster-size", AtDeclaration: true, OperatorSince: never, Combine: policy,
		Description: "Number of replicas that a new stream is created with.",
		Source:      "rabbit_stream_queue.erl",
	},
	{
		Argument: "x-queue-mode", Kind: String, OneOf: []string{"default", "lazy"},
		Types:     map[Type]Eras{Classic: {{Does: Takes}, {Since: "3.12.0", Does: Ignores}}},
		PolicyKey: "queue-mode", OperatorSince: never, Combine: argument,
		Description: "Lazy mode of classic queues. It has no effect from RabbitMQ 3.12 on.",
		Source:      "rabbit_amqqueue.erl, release notes 3.12.0",
	},
	{
		Argument: "x-queue-master-locator", Kind: String,
		Types:     map[Type]Eras{Classic: {{Does: Takes}, {Since: "4.3.0", Does: Refuses}}},
		PolicyKey: "queue-master-locator", PolicyUntil: "4.3.0", OperatorSince: "4.0.0", Combine: policy,
		Description: "Predecessor of `x-queue-leader-locator`, refused by RabbitMQ 4.3.",
		Source:      "rabbit_queue_location.erl, deprecated feature queue_master_locator",
	},
	{
		Argument: "x-max-in-memory-length", Kind: Integer, Min: bound(0),
		Types:     map[Type]Eras{Quorum: {{Does: Ignores}}},
		PolicyKey: "max-in-memory-length", Combine: smaller,
		Description: "Ignored since RabbitMQ 3.10.",
		Source:      "release notes 3.10.0",
	},
	{
		Argument: "x-max-in-memory-bytes", Kind: Integer, Min: bound(0),
		Types:     map[Type]Eras{Quorum: {{Does: Ignores}}},
		PolicyKey: "max-in-memory-bytes", Combine: smaller,
		Description: "Ignored since RabbitMQ 3.10.",
		Source:      "release notes 3.10.0",
	},
}
