package retrytopology

import (
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// The owners are how this resource writes the settings of its queues.
var (
	workOwner    = ownerOf(workSettings())
	delaysOwner  = ownerOf(map[string]string{queueargs.MessageTTL.Argument: "delays"})
	backoffOwner = ownerOf(map[string]string{queueargs.MessageTTL.Argument: "backoff"})
	parkingOwner = ownerOf(map[string]string{queueargs.MessageTTL.Argument: "exhausted.retention"})
)

func ownerOf(attributes map[string]string) *topology.Owner {
	attributes[queueargs.QueueType.Argument] = "type"
	return &topology.Owner{Attributes: attributes, Types: []queueargs.Type{queueargs.Quorum, queueargs.Classic}}
}

func workSettings() map[string]string {
	attributes := map[string]string{}
	for _, row := range workRows() {
		attributes[row.Argument] = "work_queue." + row.Attribute
	}
	return attributes
}
