package proof_test

import (
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

type proofs []func(*testing.T)

// proven are the tests that prove what each rule says.
var proven = map[string]proofs{
	"argument_needs_version":    {TestAccProof_argument_needs_version_to_delay_retries, TestAccProof_argument_needs_version_or_is_refused},
	"argument_type":             {TestAccProof_argument_type_is_refused, TestAccProof_argument_type_is_accepted_and_does_nothing},
	"argument_unknown":          {TestAccProof_argument_unknown_has_no_effect},
	"argument_unsupported":      {TestAccProof_argument_unsupported_is_refused_or_ignored},
	"at_least_once_ineffective": {TestAccProof_at_least_once_ineffective_without_reject_publish, TestAccProof_at_least_once_ineffective_without_exchange, TestAccProof_at_least_once_ineffective_on_a_classic_queue},
	"at_least_once_unbounded":   {TestAccProof_at_least_once_unbounded_dead_letters_pile_up, TestAccProof_at_least_once_unbounded_not_with_a_length_limit},
	"binding_end_missing":       {TestAccProof_binding_end_missing_is_refused},
	"binding_refused": {TestAccProof_binding_refused_by_a_headers_exchange, TestAccProof_binding_refused_by_a_consistent_hash_exchange,
		TestAccProof_binding_refused_at_random, TestAccProof_binding_refused_by_a_topic_exchange},
	"binding_key_unaddressable": {TestAccProof_binding_key_unaddressable_tilde_with_arguments,
		TestAccProof_binding_key_unaddressable_is_neither_null_nor_undefined},
	"dead_letters_lost":            {TestAccProof_dead_letters_lost_by_the_queue_that_gets_them},
	"delay_queue_consumed":         {TestAccProof_delay_queue_consumed_takes_messages_too_early},
	"delay_route_overlaps":         {TestAccProof_delay_route_overlaps_messages_reach_both},
	"delayed_exchange_unavailable": {TestAccProof_delayed_exchange_unavailable_without_plugin},
	"delayed_retry_endless":        {TestAccProof_delayed_retry_endless_after_nack, TestAccProof_delayed_retry_endless_not_with_a_message_ttl},
	"delayed_retry_ineffective":    {TestAccProof_delayed_retry_ineffective_without_type_or_min, TestAccProof_delayed_retry_ineffective_with_max_below_min},
	"delivery_limit_drops":         {TestAccProof_delivery_limit_drops_without_exchange, TestAccProof_delivery_limit_drops_not_with_exchange},
	"delivery_limit_into_delay":    {TestAccProof_delivery_limit_into_delay_loses_the_message},
	"dlx_cycle_drops": {TestAccProof_dlx_cycle_drops_what_expires_twice, TestAccProof_dlx_cycle_drops_what_overflows_and_expires,
		TestAccProof_dlx_cycle_drops_nothing_that_is_rejected, TestAccProof_dlx_cycle_drops_a_part_of_a_pattern, TestAccProof_dlx_cycle_drops_not_but_keeps_at_least_once},
	"dlx_key_without_exchange": {TestAccProof_dlx_key_without_exchange_is_refused, TestAccProof_dlx_key_without_exchange_in_a_policy_does_nothing},
	"dlx_missing":              {TestAccProof_dlx_missing_dead_letters_are_dropped, TestAccProof_dlx_missing_at_least_once_keeps_dead_letters},
	"dlx_self_loop":            {TestAccProof_dlx_self_loop_drops_what_expires_or_overflows, TestAccProof_dlx_self_loop_brings_back_at_once_what_is_rejected},
	"dlx_unroutable": {TestAccProof_dlx_unroutable_dead_letters_are_dropped, TestAccProof_dlx_unroutable_by_default_exchange_to_no_queue,
		TestAccProof_dlx_unroutable_for_a_part_of_a_pattern,
		TestAccProof_dlx_unroutable_at_least_once_keeps_dead_letters},
	"exchange_argument_invalid": {TestAccProof_exchange_argument_invalid_is_refused},
	"exchange_leads_nowhere":    {TestAccProof_exchange_leads_nowhere_drops_what_is_published},
	"exchange_replaced":         {TestAccProof_exchange_replaced_loses_messages_until_it_is_bound_again},
	"exchange_type_unknown":     {TestAccProof_exchange_type_unknown_is_refused},
	"expires_before_ttl":        {TestAccProof_expires_before_ttl_messages_are_not_dead_lettered},
	"name_invalid":              {TestAccProof_name_invalid_is_refused_or_changed, TestAccProof_name_invalid_in_a_binding},
	"overflow_drops": {TestAccProof_overflow_drops_the_oldest, TestAccProof_overflow_drops_all_but_what_a_consumer_waits_for, TestAccProof_overflow_drops_not_with_exchange,
		TestAccProof_overflow_drops_nothing_into_a_queue_without_room_that_refuses, TestAccProof_overflow_drops_not_with_reject_publish, TestAccProof_overflow_drops_with_reject_publish_dlx_on_quorum},
	"policy_drops_messages": {TestAccProof_policy_drops_messages_beyond_a_new_limit, TestAccProof_policy_drops_messages_beyond_bytes_and_with_their_queue,
		TestAccProof_policy_drops_messages_that_wait_for_confirmation},
	"policy_shadowed":            {TestAccProof_policy_shadowed_is_not_in_force},
	"policy_skips_queue":         {TestAccProof_policy_skips_queue_as_a_whole},
	"policy_tie":                 {TestAccProof_policy_tie_one_of_both_is_in_force},
	"policy_ttl_not_retroactive": {TestAccProof_policy_ttl_not_retroactive_for_what_never_expires, TestAccProof_policy_ttl_not_retroactive_for_what_expires},
	"queue_unreachable":          {TestAccProof_queue_unreachable_but_by_its_name},
	"queue_flags":                {TestAccProof_queue_flags_are_refused},
	"replace_loses_messages":     {TestAccProof_replace_loses_messages_and_bindings},
	"retry_key_overwritten":      {TestAccProof_retry_key_overwritten_is_retried_for_ever_or_not_at_all},
	"routing_key_too_long": {TestAccProof_routing_key_too_long_takes_the_connection_from_who_gets_the_message,
		TestAccProof_routing_key_too_long_cannot_be_published_with},
	"ttl_lowered_by_policy": {TestAccProof_ttl_lowered_by_policy_the_smaller_wins},
	"ttl_out_of_range":      {TestAccProof_ttl_out_of_range_arguments_are_refused, TestAccProof_ttl_out_of_range_in_a_policy_loses_messages},
	"ttl_without_dlx":       {TestAccProof_ttl_without_dlx_messages_vanish},
	"ttl_zero":              {TestAccProof_ttl_zero_only_a_waiting_consumer_gets_messages},
	"vhost_unusable":        {TestAccProof_vhost_unusable_is_absent, TestAccProof_vhost_unusable_without_permissions},
}

// claimless are the rules that say nothing about messages, and why.
var claimless = map[string]string{
	"owned_twice":        "it is about resources of Terraform: what they do to an object of two owners is shown where they are tested",
	"policy_unevaluated": "it says what cannot be checked here, and nothing of the broker",
	"ttl_above_ceiling":  "the ceiling is a setting of the provider; that a TTL bounds a message's life is proven for other rules",
}

func TestEachRuleIsProven(t *testing.T) {
	for _, r := range lint.Rules() {
		tests, reason := proven[r.ID], claimless[r.ID]
		if (len(tests) == 0) == (reason == "") {
			t.Errorf("rule %s needs either a test here that proves it or a reason why it needs none", r.ID)
		}
		for _, test := range tests {
			path := strings.Split(runtime.FuncForPC(reflect.ValueOf(test).Pointer()).Name(), ".")
			if name := path[len(path)-1]; !strings.HasPrefix(name, "TestAccProof_"+r.ID+"_") {
				t.Errorf("rule %s: %s proves another rule by its name", r.ID, name)
			}
		}
	}
	for id := range proven {
		if !lint.Known(id) {
			t.Errorf("there is no rule %s", id)
		}
	}
	for id := range claimless {
		if !lint.Known(id) {
			t.Errorf("there is no rule %s", id)
		}
	}
}
